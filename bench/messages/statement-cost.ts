import type { Client } from 'pg';
import { PLANNING } from '../../src/platform/postgres/open-postgresql.ts';
import type { SqlValue } from '../../src/platform/statements/statement.ts';
import { medianOf } from '../statistics.ts';
import type { RecordedStatement } from '../statements.ts';
import { BENCH_CLIENT } from '../token.ts';

/** What a statement costs the database, planned as on the gateway's connections. */
export interface StatementCost {
  /** Median time of a run in milliseconds, including the round trip. */
  readonly medianMs: number;
  /** Pages that a run reads, from memory or disk. */
  readonly pages: number;
}

const RUNS = 100;

interface ExplainedPlan {
  readonly Plan: { readonly 'Shared Hit Blocks': number; readonly 'Shared Read Blocks': number };
}

/** Runs a recorded statement for the benchmark's partner, prepared as the gateway does. */
export async function statementCost(client: Client, recorded: RecordedStatement): Promise<StatementCost> {
  const { name, text, plan: kind, values: recordedValues } = recorded;
  const values = [[BENCH_CLIENT.partnerId], ...recordedValues.slice(1)];
  const settings = { ...PLANNING, ...(kind === 'custom' && { plan_cache_mode: 'force_custom_plan' }) };
  for (const [setting, value] of Object.entries(settings)) await client.query(`set ${setting} = ${value}`);
  const times: number[] = [];
  for (let nth = 0; nth < RUNS; nth += 1) {
    const start = performance.now();
    await client.query({ name, text, values });
    times.push(performance.now() - start);
  }
  const explain = 'explain (analyze, buffers, format json)';
  const literals = values.map((value) => literalOf(client, value)).join(', ');
  const { rows } = await client.query<{ 'QUERY PLAN': readonly ExplainedPlan[] }>(
    `${explain} execute "${name}"(${literals})`,
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  const pages = plan === undefined ? NaN : plan['Shared Hit Blocks'] + plan['Shared Read Blocks'];
  return { medianMs: medianOf(times), pages };
}

function literalOf(client: Client, value: SqlValue): string {
  return client.escapeLiteral(Array.isArray(value) ? `{${value.join(',')}}` : String(value));
}
