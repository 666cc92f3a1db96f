import { MessageCapture } from '../webhooks/capture/message-capture.ts';
import { WebhookDeliveryWorker } from '../webhooks/deliveries/webhook-delivery.worker.ts';
import { eventLog } from '../events/event-log.ts';
import { EventRelay } from '../events/relay-events.ts';
import type { EventTail } from '../events/webhook-event-tail.ts';
import { BackgroundLoop, WOKEN_REST_MS } from '../platform/loops/background-loop.ts';
import { WakeUp, type WakeUps } from '../platform/wake-ups/wake-ups.ts';
import { runReprocessing } from '../webhooks/reprocessing/run-reprocessing.ts';
import type { MessageTail } from '../webhooks/archive/message-change-tail.ts';
import { analysisLoops } from './analysis-loops.ts';
import { cleaningLoops } from './cleaning-loops.ts';
import type { Runtime } from './runtime.ts';
import type { Services } from './services.ts';
import { watchDueWork } from './watch-due-work.ts';

/** Longest rest of a log's readers: how late a live event is when its wake-up was lost, in milliseconds. */
const TAIL_REST_MS = 1_000;
/** How often processes tell each other how many sockets they have, in milliseconds. */
const SOCKET_COUNTS_REST_MS = 2_000;

/** Work that goes on beside the requests until it is stopped. */
interface Worker {
  start(): void;
  /** Lets what is in flight end. */
  stop(): Promise<void>;
}

/** What runs beside the requests. Made in every process, so that it can be woken; started where ROLES says so. */
export interface Workers {
  /** Of the role `worker`. */
  readonly all: readonly Worker[];
  /** Of the role `api`: they read logs for live subscriptions, which rest while there are none, and count sockets. */
  readonly readers: readonly Worker[];
  readonly wakeRelay: () => void;
  readonly wakeDeliveries: () => void;
  readonly wakeReprocessing: () => void;
}

export interface WorkerServices extends Services {
  readonly wakeUps: WakeUps;
  readonly eventTail: EventTail;
  readonly messageTail: MessageTail;
}

/** The workers of all capabilities; none runs before it is started. */
export function createWorkers(services: WorkerServices, { logger }: Runtime): Workers {
  const { database, clock, wakeUps, eventTail, messageTail, failing } = services;
  const loop = (name: string, restMs: number, work: () => Promise<boolean>) =>
    new BackgroundLoop({ name, work, restMs, failing });
  const changed = () => {
    wakeUps.publish(WakeUp.CHANGED);
  };
  const deliveries = new WebhookDeliveryWorker({ ...services, changed, logger });
  const moved = () => {
    wakeUps.publish(WakeUp.MOVED);
  };
  const capture = new MessageCapture({ ...services, captured: moved });
  const eventRelay = new EventRelay(capture);
  const relay = loop('event-relay', WOKEN_REST_MS, async () => {
    const { hasMoved, hasMore } = await eventRelay.run(database, clock.now());
    if (hasMoved) moved();
    return hasMore;
  });
  const reprocessing = loop('webhook-reprocessing', WOKEN_REST_MS, () =>
    runReprocessing({ database, clock, wakeDeliveries: deliveries.poke }),
  );
  const events = loop('event-tail', TAIL_REST_MS, () => eventTail.advance());
  const messages = loop('message-tail', TAIL_REST_MS, () => messageTail.advance());
  const sockets = loop('socket-counts', SOCKET_COUNTS_REST_MS, async () => {
    await services.socketCounts.exchange();
    return false;
  });
  const { documents, registrations, late } = analysisLoops(
    loop,
    { ...services, eventLog: eventLog(relay.poke) },
    logger,
  );
  const dueWork = watchDueWork(services, { relay, deliveries, reprocessing, documents, registrations });
  wakeUps.listen(WakeUp.RECORDED, relay.poke);
  wakeUps.listen(WakeUp.MOVED, deliveries.poke);
  wakeUps.listen(WakeUp.MOVED, events.poke);
  wakeUps.listen(WakeUp.CHANGED, messages.poke);
  return {
    readers: [events, messages, sockets],
    all: [
      ...[relay, capture, deliveries, reprocessing, documents, registrations, late, dueWork],
      ...cleaningLoops(loop, services),
    ],
    wakeRelay: relay.poke,
    wakeDeliveries: deliveries.poke,
    wakeReprocessing: reprocessing.poke,
  };
}
