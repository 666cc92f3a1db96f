import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { SlotWorker, type SlotWork } from '../../../platform/limits/slot-worker.ts';
import type { FailingWork } from '../../../platform/loops/failing-work.ts';
import type { MakeLoop, Worker } from '../../../platform/loops/loops.ts';
import type { SqlValue, Statement } from '../../../platform/statements/statement.ts';

/** Most decisions of one kind that a process polls for at a time (ours). */
const POLLED_MAX = 20;
/** Delays between polls, in seconds; the last one repeats. */
const REST_SECONDS = [10, 30, 60, 300] as const;

/**
 * SQL for when a decision is due again after a poll at $2: the delays grow with its age. `since` is when it was
 * requested; a future instant dates from before a clock was set back.
 */
export function pollAgainAt(since: string): string {
  const age = `abs(extract(epoch from $2::timestamptz - ${since}))`;
  const [first, second, third, last] = REST_SECONDS;
  const restSeconds = `case when ${age} < ${first} then ${first} when ${age} < ${first + second} then ${second}
       when ${age} < ${first + second + third} then ${third} else ${last} end`;
  return `$2::timestamptz + interval '1 second' * (${restSeconds})`;
}

export interface PollNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
}

interface Polls<Row extends { readonly partnerId: string }> extends Pick<SlotWork<Row>, 'name' | 'perform'> {
  /** Claims at most $3 rows that are due at $1, by `dueInShares`: they are due again by `pollAgainAt`. */
  readonly claim: Statement<Row, readonly SqlValue[]>;
}

/** Polls the provider for decisions that are due. No partner whose calls hang or fail delays the others. */
export function pollDecisions<Row extends { readonly partnerId: string }>(
  makeLoop: MakeLoop,
  { database, clock, failing }: PollNeeds,
  { claim, ...work }: Polls<Row>,
): Worker {
  return new SlotWorker<Row>(makeLoop, {
    ...work,
    failing,
    max: POLLED_MAX,
    claim(most, { holding, slots }) {
      const now = clock.now().toISOString();
      return database.run(claim, [now, now, most, holding, slots]);
    },
  });
}
