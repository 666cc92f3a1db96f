import type { Kysely, RawBuilder } from 'kysely';
import {
  columnsExcept,
  columnsOf,
  compiled,
  eachOf,
  parameter,
  text,
  uuids,
  type RowOf,
  type TablesOf,
} from '../../platform/statements/compiled.ts';
import type { AddressingKeyType } from '../addressing-keys/addressing-key.enum.ts';
import { PixEntry, PixEntryExcluded } from './pix-entry.entity.ts';

export const PIX_ENTRY_COLUMNS = columnsExcept(PixEntry);

const COLUMNS = columnsOf('entry', columnsExcept(PixEntry, 'partnerId', 'ispb', 'ownerDocument'));

/** Selects keys of accounts. */
export function pixEntries(tables: Kysely<TablesOf<typeof PixEntry>>) {
  return tables.selectFrom('PixEntry as entry').select(COLUMNS).$narrowType<{ accountId: string }>();
}

/** Selects the keys of a partner's accounts. */
function entriesOf(tables: Kysely<TablesOf<typeof PixEntry>>, partnerId: RawBuilder<string>) {
  return pixEntries(tables).where('entry.partnerId', '=', partnerId);
}

export const FIND_PIX_ENTRIES = compiled(
  'find_pix_entries',
  { entities: [PixEntry], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) => eachOf(ids, (id) => entriesOf(tables, partnerId).where('entry.id', '=', id)),
);

/** Keys that were registered, even if they no longer exist: what replays return. */
export const FIND_REGISTERED_PIX_ENTRIES = compiled(
  'find_registered_pix_entries',
  { entities: [PixEntry, PixEntryExcluded], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      entriesOf(tables, partnerId)
        .where('entry.id', '=', id)
        .unionAll(
          tables
            .selectFrom('PixEntryExcluded as entry')
            .select(COLUMNS)
            .where('entry.partnerId', '=', partnerId)
            .where('entry.id', '=', id)
            .$narrowType<{ accountId: string }>(),
        ),
    ),
);

/** Keys of several accounts, those of each newest first. */
export const FIND_PIX_ENTRIES_OF_ACCOUNTS = compiled(
  'find_pix_entries_of_accounts',
  { entities: [PixEntry], parameters: { partnerId: text, accountIds: uuids } },
  (tables, { partnerId, accountIds }) =>
    eachOf(accountIds, (accountId) =>
      entriesOf(tables, partnerId)
        .where('entry.accountId', '=', accountId)
        .orderBy('entry.createdAt', 'desc')
        .orderBy('entry.id', 'desc'),
    ),
);

export const FIND_PIX_ENTRY_BY_KEY = compiled(
  'find_pix_entry_by_key',
  {
    entities: [PixEntry],
    parameters: { partnerId: text, type: parameter<AddressingKeyType>('addressing_key_type'), value: text },
  },
  (tables, { partnerId, type, value }) =>
    entriesOf(tables, partnerId).where('entry.keyType', '=', type).where('entry.keyValue', '=', value),
);

/** A key of an account of this gateway, as read from storage; instants are in PostgreSQL's format. */
export type PixEntryRow = RowOf<typeof FIND_PIX_ENTRIES>;
