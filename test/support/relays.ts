import { MessageCapture } from '../../src/webhooks/capture/message-capture.ts';
import { EventRelay } from '../../src/events/log/relay-events.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { systemClock } from '../../src/platform/system.ts';
import { failingWork } from './failing-work.ts';

/** Returns a relay as in a worker, to be run by hand, and starts the capture of messages beside it. */
export function startRelay(database: Database, failing = failingWork()) {
  const capture = new MessageCapture({ database, clock: systemClock, failing, captured: () => undefined });
  capture.start();
  return { relay: new EventRelay(capture), capture };
}
