import type { FailingWork } from '../../../platform/loops/failing-work.ts';
import type { Database } from '../../../platform/database/database.ts';
import { SlotWorker } from '../../../platform/limits/slot-worker.ts';
import type { MakeLoop, Worker } from '../../../platform/loops/loops.ts';
import { TAKE_UP_INTENTS, type TakenIntent } from './intent.rows.ts';
import { INTENT_LEASE_MARGIN_SECONDS } from './perform-intent.ts';
import type { ProviderSide } from './provider-side.ts';
import type { Resumable } from './resume-intents.ts';

/** Most intents that a process has claimed at a time (ours). */
const TAKEN_UP_MAX = 20;

export interface ResumeDependencies {
  readonly database: Database;
  readonly resumables: readonly Resumable[];
  readonly failing: FailingWork;
}

/** Resumes due intents: repeats the request while the provider replays its key, then searches for its result. */
export function resumptionWorker(
  name: string,
  makeLoop: MakeLoop,
  { side, database, resumables, failing }: ResumeDependencies & { readonly side: ProviderSide },
): Worker {
  const { clock, random, timeoutMs } = side;
  return new SlotWorker<TakenIntent & { readonly lease: string }>(makeLoop, {
    name,
    failing,
    max: TAKEN_UP_MAX,
    async claim(most, { holding, slots }) {
      const now = clock.now();
      const lease = random.uuid();
      const leasedUntil = new Date(now.getTime() + timeoutMs + INTENT_LEASE_MARGIN_SECONDS * 1_000);
      const taken = await database.run(TAKE_UP_INTENTS, [now, leasedUntil, most, holding, slots, lease]);
      return taken.map((intent) => ({ ...intent, lease }));
    },
    async perform(intent) {
      const mutation = resumables.find(({ name }) => name === intent.mutation);
      if (mutation === undefined) throw new Error(`No mutation ${intent.mutation} goes to the provider.`);
      await mutation.resume(side, database, intent);
    },
  });
}
