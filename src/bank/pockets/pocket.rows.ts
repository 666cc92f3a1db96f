import type { Kysely, RawBuilder } from 'kysely';
import {
  anyOf,
  columnsExcept,
  columnsOf,
  compiled,
  listOf,
  type RowOf,
  type TablesOf,
  text,
  uuids,
} from '../../platform/statements/compiled.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { Pocket } from './pocket.entity.ts';

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

/** A pocket as read from storage; instants are in PostgreSQL's format. */
export type PocketRow = RowOf<typeof FIND_POCKETS>;

export const POCKET_COLUMNS = columnsExcept(Pocket);

/** The values of a pocket's columns, without its account. */
export function pocketValues(partnerId: string, { metadata, ...shown }: Omit<PocketRow, 'owner'>) {
  return { ...shown, partnerId, metadata: metadata === null ? null : JSON.stringify(metadata) };
}
