import type { Kysely, RawBuilder } from 'kysely';
import {
  anyOf,
  columnsExcept,
  columnsOf,
  compiled,
  listOf,
  parameter,
  type RowOf,
  type TablesOf,
  text,
  uuid,
  uuids,
} from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { PaymentAccount } from '../accounts/payment-account.entity.ts';
import { Pocket } from './pocket.entity.ts';
import type { PocketStatus } from './pocket.enum.ts';

const COLUMNS = columnsOf('pocket', columnsExcept(Pocket, 'partnerId', 'accountId'));

/** Pages of an account's pockets, newest first. */
export const pocketsOfAccount = new Keyset<PocketRow>({
  name: 'pockets',
  list: listOf([Pocket], (tables) => tables.selectFrom('Pocket as pocket').select(COLUMNS)),
  owner: { expression: 'pocket.account_id', type: 'uuid' },
  key: [
    { expression: 'pocket.created_at', output: 'createdAt', type: 'timestamptz' },
    { expression: 'pocket.id', output: 'id', type: 'uuid' },
  ],
  descending: true,
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
  (tables, { partnerId, ids }) => pocketsOf(tables, partnerId).where('pocket.id', '=', anyOf(ids)),
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
