import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { DocumentNode } from 'graphql';
import { describeError, type Logger } from './logger.ts';
import { BEAT_MS, DOCUMENT_AT, DOCUMENT_LENGTH, SHARED_BYTES } from './watchdog-memory.ts';

/** The thread holds next to nothing. */
const SMALL = { maxOldGenerationSizeMb: 16, maxYoungGenerationSizeMb: 2, stackSizeMb: 1 };

/** What the watchdog reads while this thread is busy; undefined: there is none. */
let documentOfTurn: Buffer | undefined;
const hashes = new WeakMap<DocumentNode, string>();

/** Notes the document that is about to be parsed, compiled or executed. */
export function noteDocument(document: DocumentNode | string): void {
  if (documentOfTurn === undefined) return;
  const known = typeof document === 'string' ? undefined : hashes.get(document);
  const text = known ?? hash('sha256', typeof document === 'string' ? document : (document.loc?.source.body ?? ''));
  if (typeof document !== 'string' && known === undefined) hashes.set(document, text);
  documentOfTurn.write(text, 0, DOCUMENT_LENGTH, 'latin1');
}

/**
 * Starts a thread that ends the process once its event loop has used 10 s of processor time in one turn: nobody is
 * served any more, and a supervisor starts it again. Only where the system tells that time, so that a process that was
 * suspended is not ended.
 */
export function startWatchdog(logger: Logger): void {
  if (!existsSync(`/proc/self/task/${process.pid}/stat`)) return;
  const memory = new SharedArrayBuffer(SHARED_BYTES);
  documentOfTurn = Buffer.from(memory, DOCUMENT_AT, DOCUMENT_LENGTH);
  const turns = new Int32Array(memory, 0, 1);
  setInterval(() => Atomics.add(turns, 0, 1), BEAT_MS).unref();
  const worker = new Worker(new URL('watchdog-thread.js', import.meta.url), {
    name: 'watchdog',
    workerData: memory,
    resourceLimits: SMALL,
  });
  worker.on('error', (error) => {
    logger.error({ error: describeError(error) }, 'the watchdog has ended');
  });
  worker.unref();
}
