import type { Sql } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { Slot } from './call-budget.rules.ts';

/** Result of a draw. */
export interface Draw {
  /** Calls that may be sent until `endsAt`. */
  readonly granted: number;
  /** End of the slot, on the monotonic clock, in milliseconds; never later than the real end. */
  readonly endsAt: number;
}

/** A process draws at most a slot's calls divided by this at a time, so that it leaves some to others. */
const DRAWS_PER_SLOT = 4;

/**
 * A stored slot counts while it is the current one or a later one: a draw that has waited for the row brings an earlier
 * time. A time that is this many slots earlier means that the clock was set back.
 */
const CLOCK_SET_BACK = 60;
const IS_RUNNING = `budget.slot >= excluded.slot and budget.slot < excluded.slot + ${CLOCK_SET_BACK}`;
const TAKEN = `case when ${IS_RUNNING} then budget.taken else 0 end`;

/**
 * $1: wanted calls, $2: calls of a slot, $3: length of a slot in seconds. Uses the database's clock, so that all
 * processes have the same slots. Handwritten, since the granted number depends on the previous row.
 */
const DRAW_CALLS = statement(
  'draw_provider_calls',
  `insert into provider_budget as budget (id, slot, taken, granted)
   values (1, floor(extract(epoch from clock_timestamp()) / $3::int), least($1::int, $2::int), least($1::int, $2::int))
   on conflict (id) do update set
     slot = case when ${IS_RUNNING} then budget.slot else excluded.slot end,
     taken = (${TAKEN}) + least($1, $2 - (${TAKEN})),
     granted = least($1, $2 - (${TAKEN}))
   returning granted, (((slot + 1) * $3 - extract(epoch from clock_timestamp())) * 1000)::float8 as "msLeft"`,
  { neverNull: ['msLeft'], writes: 'lock' },
);

/** Shares the calls to the provider among all processes: together they never draw more from a slot than it has. */
export class CallBudget {
  private readonly sql: Sql;
  private readonly slot: Slot;

  constructor(sql: Sql, slot: Slot) {
    this.sql = sql;
    this.slot = slot;
  }

  async draw(wanted: number): Promise<Draw> {
    const { calls, seconds } = this.slot;
    const most = Math.ceil(calls / DRAWS_PER_SLOT);
    const sentAt = performance.now();
    const [row] = await this.sql.run(DRAW_CALLS, [Math.min(wanted, most), calls, seconds]);
    if (row === undefined) throw new Error('The budget of the provider gave no row.');
    return { granted: row.granted, endsAt: sentAt + row.msLeft };
  }
}
