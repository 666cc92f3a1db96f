import type { Kysely, RawBuilder } from 'kysely';
import { Holder } from '../customers/holder.entity.ts';
import {
  columnsExcept,
  columnsOf,
  compiled,
  eachOf,
  listOf,
  type RowOf,
  type TablesOf,
  text,
  uuids,
} from '../../platform/statements/compiled.ts';
import type { OwnerByKey } from '../../platform/statements/keyset-options.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { Bank } from './bank.entity.ts';
import { PaymentAccount } from './payment-account.entity.ts';

const ENTITIES = [PaymentAccount, Holder, Bank] as const;

const COLUMNS = columnsOf('account', columnsExcept(PaymentAccount, 'partnerId', 'programId', 'holderId', 'bankIspb'));

/** Selects accounts with their banks and holders. */
function accounts(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>) {
  return tables
    .selectFrom('PaymentAccount as account')
    .innerJoin('Holder as holder', 'holder.id', 'account.holderId')
    .innerJoin('Bank as bank', 'bank.ispb', 'account.bankIspb')
    .select(COLUMNS)
    .select(['bank.ispb as bankIspb', 'bank.code as bankCode', 'bank.name as bankName'])
    .select(['holder.documentValue as holderDocumentValue', 'holder.documentType as holderDocumentType'])
    .select(['holder.type as holderType', 'holder.name as holderName', 'holder.status as holderStatus'])
    .select(['holder.registrationStatus as holderRegistrationStatus', 'holder.createdAt as holderCreatedAt']);
}

/** Selects the accounts of a partner, their owner. */
function accountsOf(tables: Kysely<TablesOf<(typeof ENTITIES)[number]>>, partnerId: RawBuilder<string>) {
  return accounts(tables).select('account.partnerId as owner').where('account.partnerId', '=', partnerId);
}

/** Pages of a partner's accounts, by number. */
export const paymentAccountsOfPartner = new Keyset<PaymentAccountRow>({
  name: 'payment_accounts',
  list: listOf(ENTITIES, accounts),
  owner: { expression: 'account.partner_id', type: 'text' },
  key: [{ expression: 'account.number', output: 'number', type: 'text' }],
  descending: false,
});

export const FIND_PAYMENT_ACCOUNT_BY_NUMBER = compiled(
  'find_payment_account_by_number',
  { entities: ENTITIES, parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) => accountsOf(tables, partnerId).where('account.number', '=', number),
);

/** Returns an account of a partner, by number, as the owner of a list. */
export function accountByNumber(partnerId: string, number: string): OwnerByKey {
  return { ...ACCOUNT_BY_NUMBER, key: [partnerId, number] };
}

const ACCOUNT_BY_NUMBER = {
  name: 'account_by_number',
  sql: `select account.id from payment_account as account
    where account.partner_id = ($1::text[])[1] and account.number = ($1::text[])[2]`,
};

export const FIND_PAYMENT_ACCOUNTS = compiled(
  'find_payment_accounts',
  { entities: ENTITIES, parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) => eachOf(ids, (id) => accountsOf(tables, partnerId).where('account.id', '=', id)),
);

/** A payment account with its bank and holder, as read from storage; instants are in PostgreSQL's format. */
export type PaymentAccountRow = RowOf<typeof FIND_PAYMENT_ACCOUNTS>;
