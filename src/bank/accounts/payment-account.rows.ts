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
  texts,
  uuids,
} from '../../platform/statements/compiled.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import { OWNER, type OwnerByKey } from '../../platform/statements/keyset-options.ts';
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

/** What accounts of a partner are filtered by. */
export const paymentAccountFilter = new ListFilter({
  statuses: valueIn('account.status', 'account_status'),
  types: valueIn('account.type', 'account_type'),
  holderDocumentNumbers: {
    column: 'account.holder_id',
    values: `select holder.id from unnest(?::text[]) as given (document) cross join lateral (
      select id from holder where partner_id = ${OWNER} and document_value = given.document offset 0
    ) as holder`,
  },
});

/** How accounts are listed: by number. */
const LISTED = {
  list: listOf(ENTITIES, accounts),
  key: [{ expression: 'account.number', output: 'number', type: 'text' }],
  descending: false,
} as const;

/** Pages of a partner's accounts. */
export const paymentAccountsOfPartner = new Keyset<PaymentAccountRow>({
  ...LISTED,
  name: 'payment_accounts',
  owner: { expression: 'account.partner_id', type: 'text' },
  ...paymentAccountFilter.options,
  keysIn: 'payment_account_of_partner as account',
});

/** Pages of a holder's accounts. */
export const paymentAccountsOfHolder = new Keyset<PaymentAccountRow>({
  ...LISTED,
  name: 'payment_accounts_of_holder',
  owner: { expression: 'account.holder_id', type: 'uuid' },
});

/** Finds the holders with these documents. */
export const FIND_HOLDERS = compiled(
  'find_holders_by_document',
  { entities: [Holder], parameters: { partnerId: text, ids: texts } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (document) =>
      tables
        .selectFrom('Holder as holder')
        .select(columnsOf('holder', ['id', 'documentValue']))
        .where('holder.partnerId', '=', partnerId)
        .where('holder.documentValue', '=', document),
    ),
);

/** An account number in SQL: the accounts of the owner of a list with one of the given numbers. */
export const ACCOUNTS_NUMBERED = `select account.id from unnest(?::text[]) as given (number) cross join lateral (
  select id from payment_account where partner_id = ${OWNER} and number = given.number offset 0
) as account`;

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
