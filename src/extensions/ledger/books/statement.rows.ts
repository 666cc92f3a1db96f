import { sql, type Kysely } from 'kysely';
import { ListFilter, valueIn } from '../../../platform/graphql/paging/list-filter.ts';
import {
  columnsOf,
  compiled,
  eachOf,
  listOf,
  literal,
  text,
  uuids,
  type TablesOf,
} from '../../../platform/statements/compiled.ts';
import { bounding } from '../../../platform/statements/keyset-options.ts';
import { Keyset } from '../../../platform/statements/keyset.ts';
import type { SqlValue } from '../../../platform/statements/statement.ts';
import type { StatementFilter } from './statement-filter.input.ts';
import { LedgerEntry } from './ledger-entry.entity.ts';
import { LedgerBucket, type StatementEntryKind } from './ledger.enum.ts';

/** An entry of an account's statement. */
export interface StatementEntryRow {
  readonly id: string;
  readonly owner: string;
  readonly subjectId: string;
  readonly kind: StatementEntryKind;
  readonly amount: string;
  readonly sequence: string;
  readonly balanceAfter: string;
  readonly occurredAt: string;
}

function entries(tables: Kysely<TablesOf<typeof LedgerEntry>>) {
  return (
    tables
      .selectFrom('LedgerEntry as entry')
      .select(columnsOf('entry', ['id', 'subjectId', 'occurredAt']))
      // Only what was held has another kind; amounts as text with two decimals, never a double.
      .select((columns) => [
        sql<StatementEntryKind>`${columns.ref('entry.kind')}`.as('kind'),
        sql<string>`${columns.ref('entry.amount')}::text`.as('amount'),
        sql<string>`${columns.ref('entry.sequence')}::text`.as('sequence'),
        sql<string>`${columns.ref('entry.balanceAfter')}::text`.as('balanceAfter'),
      ])
  );
}

export const FIND_STATEMENT_ENTRIES = compiled(
  'find_statement_entries',
  { entities: [LedgerEntry], parameters: { partnerId: text, ids: uuids } },
  (tables, { partnerId, ids }) =>
    eachOf(ids, (id) =>
      entries(tables)
        .select(sql<string>`entry.owner_id`.as('owner'))
        .where('entry.partnerId', '=', partnerId)
        .where('entry.id', '=', id)
        .where('entry.bucket', '=', literal(LedgerBucket.AVAILABLE)),
    ),
);

const filter = new ListFilter(
  { kinds: valueIn('entry.kind') },
  { column: 'entry.occurred_at', since: 'since', until: 'until', first: '0' },
);
const { filters, boundingFilters, walks, keysWithin } = filter.options;

/** Returns the values of the filters: a statement shows movements of AVAILABLE. */
export function statementFilters(given: StatementFilter | null): readonly SqlValue[] {
  return [LedgerBucket.AVAILABLE, ...filter.valuesOf(given)];
}

/** Pages of an account's statement, newest first. */
export const statementOfAccount = new Keyset<StatementEntryRow>({
  name: 'statement_entries',
  list: listOf([LedgerEntry], entries),
  owner: { expression: 'entry.owner_id', type: 'uuid' },
  key: [
    { expression: 'entry.occurred_at', output: 'occurredAt', type: 'timestamptz' },
    { expression: 'entry.sequence', output: 'sequence', type: 'bigint' },
  ],
  descending: true,
  // What is held has no place in the order, and is rare: the index of the key is right.
  filters: [bounding('entry.bucket = ?::text'), ...filters],
  boundingFilters: 1 + boundingFilters,
  walks: { by: walks.by.map((index) => index + 1), areNeeded: ([, ...rest]) => walks.areNeeded(rest) },
  keysWithin: ([, ...rest]) => keysWithin(rest),
});
