import { capabilities as declared, type ExtensionNeeds, type OpenProduct, type WorkNeeds } from '../capabilities.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { DueWorkWatch } from '../platform/loops/due-work.ts';
import type { FailingWork } from '../platform/loops/failing-work.ts';
import type { LocalWakes } from '../platform/loops/local-wakes.ts';
import { reportingLoops, restForOthers, type MakeLoop, type Work, type Worker } from '../platform/loops/loops.ts';
import type { Logger } from '../platform/observability/logger.ts';
import type { Metrics } from '../platform/observability/metrics.ts';
import type { WakeUps } from '../platform/wake-ups/wake-ups.ts';

/** Background work. Created in every process, so that it can be woken up; started according to ROLES. */
export interface Workers {
  /** Work of the role `worker`. */
  readonly all: readonly Worker[];
  /** Work of the role `api`: reads logs for live subscriptions, if there are any, and counts sockets. */
  readonly readers: readonly Worker[];
}

interface WorkerServices {
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly failing: FailingWork;
  readonly metrics: Metrics;
  readonly wakeUps: WakeUps;
  readonly localWakes: LocalWakes;
  /** Longest rest between two polls for due work, in milliseconds. */
  readonly lookMs?: number | undefined;
}

/** Returns the functions that wake up the work of webhooks. */
export function webhookWakes(localWakes: LocalWakes) {
  return {
    wakeDeliveries: localWakes.of('webhook-deliveries'),
    wakeReprocessing: localWakes.of('webhook-reprocessing'),
    wakeAbandoning: localWakes.of('webhook-abandoning'),
  };
}

/** Creates the workers of all capabilities; none runs before it is started. */
export function createWorkers(
  { capabilities }: Pick<OpenProduct, 'capabilities'>,
  services: WorkerServices & WorkNeeds & ExtensionNeeds,
): Workers {
  const { database, clock, failing, metrics, wakeUps, localWakes, lookMs } = services;
  const loop = reportingLoops(failing);
  const works = capabilities.flatMap(({ work }) => work?.(services, loop) ?? []);
  for (const work of works) {
    localWakes.add(work);
    for (const wakeUp of work.wokenBy ?? []) wakeUps.listen(wakeUp, () => work.worker.poke?.());
  }
  const due = works.flatMap(({ name, worker, due: queries = [] }) =>
    queries.map((earliest) => ({ name, loop: { poke: () => worker.poke?.() }, earliest })),
  );
  const dueWork = new DueWorkWatch({ name: 'due-work', database, clock, failing, works: due, lookMs });
  metrics.overdueWork(() => dueWork.overdueSeconds);
  const ofRole = (wanted: Work['role']) =>
    works.filter(({ role = 'worker' }) => role === wanted).map(({ worker }) => worker);
  return {
    readers: ofRole('api'),
    all: [...ofRole('worker'), dueWork, ...retentionLoops(loop, services)],
  };
}

/** Creates the loops that delete what is no longer kept. */
function retentionLoops(loop: MakeLoop, { database, clock, localWakes }: WorkerServices): readonly Worker[] {
  const retentions = declared.flatMap(({ retention = [] }) => retention);
  return retentions.map(({ name, restMs, forget }) => {
    const worker = loop(name, restForOthers({ database }, restMs), () => forget(database, clock.now()));
    localWakes.add({ name, worker });
    return worker;
  });
}
