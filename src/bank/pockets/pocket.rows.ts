import type { Kysely, RawBuilder } from 'kysely';
import {
  columnsExcept,
  columnsOf,
  compiled,
  eachOf,
  listOf,
  parameter,
  type RowOf,
  type TablesOf,
  text,
  uuid,
  uuids,
} from '../../platform/statements/compiled.ts';
import { ListFilter, valueIn } from '../../platform/graphql/paging/list-filter.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { ACCOUNTS_NUMBERED } from '../accounts/payment-account.rows.ts';
import { Pocket } from './pocket.entity.ts';
import type { PocketStatus } from './pocket.enum.ts';

const COLUMNS = columnsOf('pocket', columnsExcept(Pocket, 'partnerId', 'accountId'));

/** What pockets are filtered by. */
const MEMBERS = {
  statuses: valueIn('pocket.status', 'pocket_status'),
  useCases: valueIn('pocket.use_case', 'pocket_use_case'),
  userDocumentNumbers: valueIn('pocket.user_document_value'),
};
const CREATED_AT = 'pocket.created_at';
const TIMES = { column: CREATED_AT, since: 'createdSince', until: 'createdUntil' } as const;
export const pocketFilter = new ListFilter(
  { accountNumbers: { column: 'pocket.account_id', values: ACCOUNTS_NUMBERED }, ...MEMBERS },
  TIMES,
);
export const accountPocketFilter = new ListFilter(
  { account: { column: 'pocket.account_id', values: 'select unnest(?::uuid[])' }, ...MEMBERS },
  TIMES,
);

/** How pockets are listed: newest first. */
const LISTED = {
  key: [
    { expression: CREATED_AT, output: 'createdAt', type: 'timestamptz' },
    { expression: 'pocket.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
} as const;
const OF_ACCOUNT = listOf([Pocket], (tables) => tables.selectFrom('Pocket as pocket').select(COLUMNS));
const OF_PARTNER = {
  owner: { expression: 'pocket.partner_id', type: 'text' },
  keysIn: 'pocket_of_partner as pocket',
} as const;

/** Pages of an account's pockets. */
export const pocketsOfAccount = new Keyset<PocketRow>({
  ...LISTED,
  name: 'pockets',
  list: OF_ACCOUNT,
  owner: { expression: 'pocket.account_id', type: 'uuid' },
  filters: [`${CREATED_AT} >= ?::timestamptz`, `${CREATED_AT} < ?::timestamptz`],
  boundingFilters: 2,
});

/** The same pages, filtered by more than times: the account is one of several filters, and the partner the owner. */
export const filteredPocketsOfAccount = new Keyset<PocketRow>({
  ...LISTED,
  ...OF_PARTNER,
  name: 'filtered_pockets_of_account',
  list: OF_ACCOUNT,
  ...accountPocketFilter.options,
});

/** A pocket of a partner's list, with its account. */
export interface ListedPocket extends PocketRow {
  readonly accountId: string;
}

/** Pages of a partner's pockets. */
export const pocketsOfPartner = new Keyset<ListedPocket>({
  ...LISTED,
  ...OF_PARTNER,
  name: 'pockets_of_partner',
  list: listOf([Pocket], (tables) =>
    tables.selectFrom('Pocket as pocket').select(COLUMNS).select('pocket.accountId as accountId'),
  ),
  ...pocketFilter.options,
});

/** Selects pockets of a partner, each with its account. */
function pocketsOf(tables: Kysely<TablesOf<typeof Pocket>>, partnerId: RawBuilder<string>) {
  return tables
    .selectFrom('Pocket as pocket')
    .select(COLUMNS)
    .select('pocket.accountId as owner')
    .where('pocket.partnerId', '=', partnerId);
}

export const FIND_POCKET_BY_NUMBER = compiled(
  'find_pocket_by_number',
  { entities: [Pocket], parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) => pocketsOf(tables, partnerId).where('pocket.number', '=', number),
);

export const FIND_POCKETS = compiled(
  'find_pockets',
  { entities: [Pocket], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) => eachOf(ids, (id) => pocketsOf(tables, partnerId).where('pocket.id', '=', id)),
);

/** Locks the account of a pocket: whatever moves its money or closes waits, and what is read next is as they left it. */
export const LOCK_ACCOUNT_OF_POCKET = compiled(
  'lock_account_of_pocket',
  { entities: [Pocket, PaymentAccount], parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) =>
    tables
      .selectFrom('Pocket as pocket')
      .innerJoin('PaymentAccount as account', 'account.id', 'pocket.accountId')
      .select(columnsOf('account', ['id']))
      .where('pocket.partnerId', '=', partnerId)
      .where('pocket.number', '=', number)
      .forNoKeyUpdate('account'),
);

/** Locks a pocket, so that its status does not change before the commit, and its events have the order of commits. */
export const LOCK_POCKET = compiled(
  'lock_pocket',
  { entities: [Pocket, PaymentAccount], parameters: { partnerId: text, number: text } },
  (tables, { partnerId, number }) =>
    tables
      .selectFrom('Pocket as pocket')
      .innerJoin('PaymentAccount as account', 'account.id', 'pocket.accountId')
      .select(COLUMNS)
      .select(['pocket.accountId as owner', 'account.branch as accountBranch', 'account.number as accountNumber'])
      .where('pocket.partnerId', '=', partnerId)
      .where('pocket.number', '=', number)
      .forNoKeyUpdate('pocket'),
);

export const SET_POCKET_STATUS = compiled(
  'set_pocket_status',
  {
    entities: [Pocket],
    parameters: { id: uuid, status: parameter<PocketStatus>('pocket_status'), reason: text },
    writes: 'lock',
  },
  (tables, { id, ...changed }) => tables.updateTable('Pocket').set(changed).where('id', '=', id),
);

/** A pocket as read from storage; instants are in PostgreSQL's format. */
export type PocketRow = RowOf<typeof FIND_POCKETS>;

export const POCKET_COLUMNS = columnsExcept(Pocket);

/** The values of a pocket's columns, without its account. */
export function pocketValues(partnerId: string, { metadata, ...shown }: Omit<PocketRow, 'owner'>) {
  return { ...shown, partnerId, metadata: metadata === null ? null : JSON.stringify(metadata) };
}
