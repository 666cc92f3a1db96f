import type { Sql } from '../../platform/database/database.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { Slot } from './call-budget.rules.ts';

/** What a draw has got. */
export interface Draw {
  /** Calls that may be sent until `endsAt`. */
  readonly granted: number;
  /** End of the slot, on the monotonic clock, in milliseconds; never later than it really is. */
  readonly endsAt: number;
}

/** A process draws at most this part of a slot at a time, so that it does not take it all before others come. */
const DRAWS_PER_SLOT = 4;

/**
 * A stored slot counts while it is the one that runs, or a later one: a draw that has waited for the row brings an older
 * time along. Only a clock that was set back is that much older, in slots.
 */
const CLOCK_SET_BACK = 60;
const IS_RUNNING = `budget.slot >= excluded.slot and budget.slot < excluded.slot + ${CLOCK_SET_BACK}`;
const TAKEN = `case when ${IS_RUNNING} then budget.taken else 0 end`;

/**
 * $1: how many are wanted, $2: calls of a slot, $3: its length in seconds. By the database's clock, so that all processes
 * have the same slots. By hand, since what is granted follows from the former row.
 */
const DRAW_CALLS = statement<{ granted: number; msLeft: number }>(
  'draw_provider_calls',
  `insert into provider_budget as budget (id, slot, taken, granted)
   values (1, floor(extract(epoch from clock_timestamp()) / $3::int), least($1::int, $2::int), least($1::int, $2::int))
   on conflict (id) do update set
     slot = case when ${IS_RUNNING} then budget.slot else excluded.slot end,
     taken = (${TAKEN}) + least($1, $2 - (${TAKEN})),
     granted = least($1, $2 - (${TAKEN}))
   returning granted, (((slot + 1) * $3 - extract(epoch from clock_timestamp())) * 1000)::float8 as "msLeft"`,
);

/** Shares the calls to the provider over all processes: what all of them draw in a slot is never more than it has. */
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
    const askedAt = performance.now();
    const [row] = await this.sql.run(DRAW_CALLS, [Math.min(wanted, most), calls, seconds]);
    if (row === undefined) throw new Error('The budget of the provider gave no row.');
    return { granted: row.granted, endsAt: askedAt + row.msLeft };
  }
}
