import type { Clock } from '../../kernel/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { SlotWorker, type SlotWork } from '../../platform/limits/slot-worker.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import type { MakeLoop, Worker } from '../../platform/loops/loops.ts';
import type { SqlValue, Statement } from '../../platform/statements/statement.ts';

/** Most decisions of one kind that a process polls for at a time (ours). */
const POLLED_MAX = 20;
/** Delay before the provider is asked again if it has not decided, or the worker was killed, in milliseconds (ours). */
const ASK_AGAIN_MS = 15_000;

export interface PollNeeds {
  readonly database: Database;
  readonly clock: Clock;
  readonly failing: FailingWork;
  /** Longest time that a call takes, in milliseconds. */
  readonly timeoutMs: number;
}

interface Polls<Row extends { readonly partnerId: string }> extends Pick<SlotWork<Row>, 'name' | 'perform'> {
  /** Claims at most $3 rows that are due at $1, by `dueInShares`: they are due again at $2. */
  readonly claim: Statement<Row, readonly SqlValue[]>;
}

/** Polls the provider for decisions that are due. No partner whose calls hang or fail delays the others. */
export function pollDecisions<Row extends { readonly partnerId: string }>(
  makeLoop: MakeLoop,
  { database, clock, failing, timeoutMs }: PollNeeds,
  { claim, ...work }: Polls<Row>,
): Worker {
  return new SlotWorker<Row>(makeLoop, {
    ...work,
    failing,
    max: POLLED_MAX,
    claim(most, { holding, slots }) {
      const now = clock.now();
      const dueAgainAt = new Date(now.getTime() + Math.max(timeoutMs, ASK_AGAIN_MS));
      return database.run(claim, [now.toISOString(), dueAgainAt.toISOString(), most, holding, slots]);
    },
  });
}
