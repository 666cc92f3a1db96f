import { PLANNING } from '../../src/platform/postgres/open-postgresql.ts';
import { TENANT_ROLE } from '../../src/platform/database/tenant.ts';
import type { OwnDatabase } from './opened-database.ts';
import { serverUrl } from './test-database.ts';

/** Applies the product's settings of PostgreSQL connections to PGlite, which otherwise plans each run separately. */
export async function planAsOnPostgreSql(own: OwnDatabase): Promise<void> {
  if (serverUrl !== undefined) return;
  for (const [name, value] of Object.entries(PLANNING)) await own.sql(`set ${name} = ${value}`);
}

/** Returns the tables that a statement would read whole if planned now and for all values; on one connection. */
export async function tablesReadWhole(own: OwnDatabase, text: string): Promise<readonly string[]> {
  const lines = await genericPlan<string>(own, text, 'costs off');
  return lines.flatMap((line) => /Seq Scan on (\w+)/.exec(line)?.[1] ?? []);
}

/** The columns of each index, in the order of the index. */
export type IndexColumns = ReadonlyMap<string, readonly string[]>;

export async function indexColumns(own: OwnDatabase): Promise<IndexColumns> {
  const rows = await own.sql<{ name: string; columns: string[] }>(
    `select indexrelid::regclass::text as name, array(
       select trim('"' from pg_get_indexdef(indexrelid, nth, true)) from generate_series(1, indnkeyatts) as nth
     ) as columns
     from pg_index`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

/**
 * Returns the indexes of which a statement would read all rows, of a partner or even of all, if planned now and for all
 * values; not if it stops after some of them. A condition on a column narrows nothing unless there is one on each column
 * before it.
 */
export async function indexesReadByPartner(
  own: OwnDatabase,
  text: string,
  columnsOf: IndexColumns,
): Promise<readonly string[]> {
  const plans = await genericPlan<[{ Plan: PlanNode }]>(own, text, 'costs off, format json');
  return plans.flatMap(([{ Plan }]) => byPartner(Plan, { columnsOf, stops: false }));
}

function byPartner(
  node: PlanNode,
  { columnsOf, stops }: { readonly columnsOf: IndexColumns; readonly stops: boolean },
): readonly string[] {
  const {
    'Node Type': type,
    'Index Name': index,
    'Index Cond': condition = '',
    Filter: filter,
    Plans: plans = [],
  } = node;
  const searched = [...condition.matchAll(/(\w+)"?\)*(?:::\w+)? (?:[<>]?=|[<>]|IS) /g)].map(([, column]) => column);
  const isByPartner = index !== undefined && isOnlyByPartner(columnsOf.get(index) ?? [], searched);
  const stopsHere = stops && filter === undefined;
  const stopsBelow = type === 'Limit' || (type === 'Result' && stopsHere);
  const below = plans.flatMap((plan) => byPartner(plan, { columnsOf, stops: stopsBelow }));
  return isByPartner && !stopsHere ? [index, ...below] : below;
}

function isOnlyByPartner(columns: readonly string[], searched: readonly (string | undefined)[]): boolean {
  const end = columns.findIndex((column) => !searched.includes(column));
  const leading = end === -1 ? columns : columns.slice(0, end);
  // Without a condition on its first column an index is read whole, whatever is searched for in it.
  if (leading.length === 0) return columns.some((column) => searched.includes(column));
  return leading.every((column) => column === 'partner_id');
}

/** Returns the lines of a statement's plan for all values, as planned now on one connection. */
async function genericPlan<Line>(own: OwnDatabase, text: string, options: string): Promise<readonly Line[]> {
  await own.sql(`prepare asked as ${text}`);
  const [{ count } = { count: 0 }] = await own.sql<{ count: number }>(
    `select cardinality(parameter_types) as count from pg_prepared_statements where name = 'asked'`,
  );
  const values = count === 0 ? '' : `(${Array.from({ length: count }, () => 'null').join(', ')})`;
  const plan = await own
    .sql<{ 'QUERY PLAN': Line }>(`explain (${options}) execute asked${values}`)
    .finally(() => own.sql('deallocate asked'));
  return plan.map((line) => line['QUERY PLAN']);
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Filter?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The value of a parameter, to be written as an SQL literal. */
export type PlanValue = string | number | readonly string[];

/** Who plans and runs statements, for `describe.each`: a title, and what `actAsPartner` takes. */
export function readers(partnerId: string): readonly (readonly [string, string | null])[] {
  return [
    ['the owner of the tables', null],
    ['a partner behind row-level security', partnerId],
  ];
}

/** Plans and runs statements on one connection as a partner does behind row-level security; null: as the owner again. */
export async function actAsPartner(own: OwnDatabase, partnerId: string | null): Promise<void> {
  const role = partnerId === null ? 'none' : TENANT_ROLE;
  await own.sql(
    `select set_config('role', '${role}', false), set_config('gateway.partner', '${partnerId ?? ''}', false)`,
  );
}

/** Counts the rows of some tables that a statement reads with these values, as planned on one connection. */
export async function rowsReadOf(
  own: OwnDatabase,
  tables: readonly string[],
  { text, values }: { readonly text: string; readonly values: readonly PlanValue[] },
): Promise<number> {
  const literals = values.map((value) => (Array.isArray(value) ? `'{${value.join(',')}}'` : `'${String(value)}'`));
  await own.sql(`prepare asked as ${text}`);
  const [explained] = await own.sql<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `explain (analyze, timing off, format json) execute asked (${literals.join(', ')})`,
  );
  await own.sql('deallocate asked');
  if (explained === undefined) throw new Error(`There is no plan of ${text}.`);
  return rowsRead(explained['QUERY PLAN'][0].Plan, tables);
}

function rowsRead(node: PlanNode, tables: readonly string[]): number {
  const { 'Actual Loops': loops, 'Actual Rows': rows, 'Rows Removed by Filter': removed = 0 } = node;
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + rowsRead(plan, tables), 0);
  return below + (tables.includes(node['Relation Name'] ?? '') ? loops * (rows + removed) : 0);
}
