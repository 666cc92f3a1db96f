import type { AccountType } from '../accounts/account.enum.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import { compiled, parameter, text, type Inserted } from '../../platform/statements/compiled.ts';
import type { PixEntry } from './pix-entry.entity.ts';
import type { PIX_ENTRY_COLUMNS } from './pix-entry.rows.ts';

/** An account as named by a registration. */
const NAMED_ACCOUNT = {
  partnerId: text,
  branch: text,
  number: text,
  type: parameter<AccountType>('account_type'),
};

/** Finds the holder of an account, for whom a key is looked up; the holder never changes. */
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

/** Columns of a key that its registration gives; the account gives the others. */
export type GivenEntry = Omit<
  Inserted<typeof PixEntry, (typeof PIX_ENTRY_COLUMNS)[number]>,
  'accountId' | 'ispb' | 'ownerDocument'
>;
