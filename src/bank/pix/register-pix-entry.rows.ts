import type { AccountType } from '../accounts/account.enum.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Holder } from '../customers/holder.entity.ts';
import { compiled, once, parameter, statementOf, text, type Inserted } from '../../platform/statements/compiled.ts';
import { Composition } from '../../platform/statements/composition.ts';
import type { Statement } from '../../platform/statements/statement.ts';
import { settlementQueries, type SettledWith } from '../../provider/intents/settle-at-once.ts';
import { PixEntry } from './pix-entry.entity.ts';
import { PIX_ENTRY_COLUMNS } from './pix-entry.rows.ts';

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

/** The values to settle a provider's key with, besides the idempotency key and the audit entry. */
type SettledEntry = Omit<GivenEntry, 'partnerId'> & { readonly accountNumber: string };

/**
 * Settles the intent of a key that the provider has registered, with that key, the idempotency key and the audit entry.
 * Does nothing if the account is not known here, the key is known, the idempotency key belongs to another result, or
 * another worker has leased the intent. If the key is known as another partner's, the statement fails.
 */
export const SETTLE_PIX_ENTRY: Statement<{ accountId: string }, SettledWith & SettledEntry> = statementOf(
  'settle_pix_entry',
  once(settlePixEntry),
);

function settlePixEntry() {
  const composition = new Composition();
  const parameter = (name: keyof SettledEntry | 'partnerId') => composition.parameter(name);
  const partnerId = parameter('partnerId');
  return composition.with(
    {
      account: {
        materialized: `
      select account.id, account.bank_ispb, holder.document_value as holder_document
      from payment_account as account join holder on holder.id = account.holder_id
      where account.partner_id = ${partnerId} and account.number = ${parameter('accountNumber')}`,
      },
      known: `
      select from pix_entry where key_type = ${parameter('keyType')} and key_value = ${parameter('keyValue')}`,
      ...settlementQueries(composition, { from: ['account'], where: 'not exists (select from known)' }),
      created: composition.insertion(PixEntry, {
        columns: PIX_ENTRY_COLUMNS,
        given: {
          partnerId,
          accountId: 'account.id',
          ispb: 'account.bank_ispb',
          ownerDocument: 'account.holder_document',
        },
        from: 'from account, claimed',
      }),
    },
    'select account.id as "accountId" from account, claimed',
  );
}
