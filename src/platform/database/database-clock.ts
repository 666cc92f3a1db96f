import type { Clock } from '../../kernel/clock.ts';
import type { Sql } from './database.ts';
import { statement } from '../statements/statement.ts';

/**
 * Interval between comparisons with the database's clock, in milliseconds (ours). Monotonic clocks of machines differ
 * by about 50 ppm: half a millisecond in this time.
 */
export const COMPARING_REST_MS = 10_000;
/** Comparisons at the start: the first takes the longest, since it prepares its statement. */
const FIRST_COMPARISONS = 3;

const READ_CLOCK = statement(
  'read_database_clock',
  `select extract(epoch from clock_timestamp())::float8 * 1000 as "ms"`,
);

/**
 * The time of the database, shared by all its processes. One process writes an instant and another compares it with its
 * own time: if the clocks of their machines differed, leases would end early, keys live long and retries wait. Before
 * the first comparison with the database it is the machine's time; from then on it advances with the monotonic clock,
 * so that steps of the machine's clock have no effect.
 */
export class DatabaseClock implements Clock {
  /** How far the database's time is ahead of the monotonic clock, in milliseconds. */
  private aheadMs: number | undefined;
  private readonly machine: Clock;

  constructor(machine: Clock) {
    this.machine = machine;
  }

  now(): Date {
    return this.aheadMs === undefined ? this.machine.now() : new Date(performance.now() + this.aheadMs);
  }

  /** How far the machine's clock is ahead of this one, in seconds. */
  get machineAheadSeconds(): number {
    return (this.machine.now().getTime() - this.now().getTime()) / 1_000;
  }

  /** Adopts the database's time. */
  async begin(sql: Sql): Promise<void> {
    for (let compared = 0; compared < FIRST_COMPARISONS; compared += 1) await this.compare(sql);
  }

  /**
   * Compares with the database, which reads its clock between request and response: each response bounds the difference
   * on both sides. A difference within the bounds stays: a slow response is less precise, and changes nothing.
   */
  async compare(sql: Sql): Promise<void> {
    const sentAt = performance.now();
    const [row] = await sql.run(READ_CLOCK, []);
    const answeredAt = performance.now();
    if (row === undefined) throw new Error('The database returned no time.');
    const [least, most] = [row.ms - answeredAt, row.ms - sentAt];
    this.aheadMs = Math.min(Math.max(this.aheadMs ?? (least + most) / 2, least), most);
  }
}
