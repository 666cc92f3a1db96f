import type { AccountType } from '../accounts/account.enum.ts';
import { Bank } from '../accounts/bank.entity.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import { compiled, parameter, text } from '../../platform/statements/compiled.ts';
import { statement } from '../../platform/statements/statement.ts';

/** An account as a registration names it. */
const NAMED_ACCOUNT = {
  ...{ partnerId: text, branch: text, number: text },
  type: parameter<AccountType>('account_type'),
};

/** Locks the account: what is counted after it cannot be overtaken by another registration. */
export const LOCK_ACCOUNT_FOR_PIX_ENTRY = compiled(
  'lock_account_for_pix_entry',
  { entities: [PaymentAccount, Holder, Bank], parameters: NAMED_ACCOUNT },
  (tables, { partnerId, branch, number, type }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .innerJoin('Bank as bank', 'bank.ispb', 'account.bankIspb')
      .select(['account.id', 'account.status', 'bank.ispb as bankIspb', 'bank.code as bankCode'])
      .select(['bank.name as bankName', 'holder.documentValue as holderDocument', 'holder.type as holderType'])
      .select('holder.registrationStatus as registrationStatus')
      .where('account.partnerId', '=', partnerId)
      .where('account.branch', '=', branch)
      .where('account.number', '=', number)
      .where('account.type', '=', type)
      .forNoKeyUpdate('account'),
);

/**
 * A statement of its own: counted together with the lock, it would see the snapshot from before the wait. The account is
 * no join: that was planned as a walk through the keys of all accounts while few were in the statistics.
 */
export const COUNT_PIX_ENTRIES = statement<{ entries: number; lastEvpAt: string | null }>(
  'count_pix_entries',
  `select count(*)::int as "entries", max(entry.created_at) filter (where entry.key_type = 'EVP') as "lastEvpAt"
   from pix_entry as entry
   where entry.account_id = (
     select account.id from payment_account as account where account.partner_id = $1 and account.number = $2
   )`,
);

/** Who holds an account, which never changes: for whom a key is looked up. */
export const FIND_ACCOUNT_HOLDER = compiled(
  'find_account_holder',
  { entities: [PaymentAccount, Holder], parameters: NAMED_ACCOUNT },
  (tables, { partnerId, branch, number, type }) =>
    tables
      .selectFrom('PaymentAccount as account')
      .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
      .select('holder.documentValue as document')
      .where('account.partnerId', '=', partnerId)
      .where('account.branch', '=', branch)
      .where('account.number', '=', number)
      .where('account.type', '=', type),
);
