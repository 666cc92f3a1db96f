import { capabilities, toldSubjects, type WorkNeeds } from '../capabilities.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { COMPARING_REST_MS } from '../platform/database/database-clock.ts';
import { followClock } from '../platform/database/set-back-clock.ts';
import { DueWorkWatch } from '../platform/loops/due-work.ts';
import type { FailingWork } from '../platform/loops/failing-work.ts';
import { loopsThatTell, type MakeLoop, type Work, type Worker } from '../platform/loops/loops.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { AtProviderNeeds } from '../provider/intents/provider-mutation.ts';
import type { WakeUps } from '../platform/wake-ups/wake-ups.ts';

/** What runs beside the requests. Made in every process, so that it can be woken; started where ROLES says so. */
export interface Workers {
  /** Of the role `worker`. */
  readonly all: readonly Worker[];
  /** Of the role `api`: they read logs for live subscriptions, which rest while there are none, and count sockets. */
  readonly readers: readonly Worker[];
}

interface WorkerServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failing: FailingWork;
  readonly wakeUps: WakeUps;
  readonly localWakes: LocalWakes;
}

/** Wakes work of this process by its name, once there is any: who wakes it is made before it. */
export class LocalWakes {
  private readonly pokes = new Map<string, () => void>();

  /** Gives the function that wakes it. */
  of(name: string): () => void {
    return () => this.pokes.get(name)?.();
  }

  add({ name, worker }: Work): void {
    if (worker.poke !== undefined) this.pokes.set(name, worker.poke);
  }
}

/** The workers of all capabilities; none runs before it is started. */
export function createWorkers(
  services: WorkerServices & Omit<WorkNeeds, 'resumables' | 'toldSubjects'> & AtProviderNeeds,
): Workers {
  const { database, clock, failing, wakeUps, localWakes } = services;
  const loop = loopsThatTell(failing);
  const resumables = capabilities.flatMap(({ atProvider }) => atProvider?.(services) ?? []);
  const works = capabilities.flatMap(({ work }) => work?.({ ...services, resumables, toldSubjects }, loop) ?? []);
  for (const work of works) {
    localWakes.add(work);
    for (const wakeUp of work.wokenBy ?? []) wakeUps.listen(wakeUp, () => work.worker.poke?.());
  }
  const due = works.flatMap(({ worker, due: queries = [] }) =>
    queries.map((earliest) => ({ loop: { poke: () => worker.poke?.() }, earliest })),
  );
  const dueWork = new DueWorkWatch({ name: 'due-work', database, clock, failing, works: due });
  const ofRole = (wanted: Work['role']) =>
    works.filter(({ role = 'worker' }) => role === wanted).map(({ worker }) => worker);
  return {
    readers: ofRole('api'),
    all: [...ofRole('worker'), dueWork, clockLoop(loop, services), ...retentionLoops(loop, services)],
  };
}

/** What has nothing wait for a clock that was set back. */
function clockLoop(loop: MakeLoop, { database, logger }: WorkerServices): Worker {
  const waits = capabilities.flatMap((capability) => capability.waits ?? []);
  return loop('set-back-clock', COMPARING_REST_MS, async () => {
    const seconds = await followClock(database, waits);
    if (seconds > 0) logger.warn({ seconds }, 'the clock of the database was set back: what waited waits so much less');
    return false;
  });
}

/** What keeps storage as small as it may be. */
function retentionLoops(loop: MakeLoop, { database, clock }: WorkerServices): readonly Worker[] {
  return capabilities.flatMap(({ retention = [] }) =>
    retention.map(({ name, restMs, forget }) => loop(name, restMs, () => forget(database, clock.now()))),
  );
}
