import { PagedList } from '../../../platform/graphql/paging/paged-list.ts';
import { StatementEntryType } from './statement-entry.type.ts';
import { statementOfAccount, type StatementEntryRow } from './statement.rows.ts';

/** Pages of statements. */
export const statementPages = new PagedList<StatementEntryRow, StatementEntryType>({
  ordering: 'statement',
  keyset: statementOfAccount,
  keyOf: (row) => [row.occurredAt, row.sequence],
  toNode: (row) => new StatementEntryType(row),
});
