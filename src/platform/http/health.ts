import type { FailingLoop } from '../loops/failing-work.ts';
import type { Handler } from './http-server.ts';
import { answerJson } from './json-answer.ts';

/** The process runs; whether it can do its work is another question. */
export const liveHandler: Handler = (_request, response) => {
  answerJson(response, 200, { status: 'live' });
};

/** Longest wait for the readiness check, in milliseconds. */
const READY_TIMEOUT_MS = 3_000;

/** What tells whether a process can do its work. */
export interface Readiness {
  /** Why it cannot answer requests; undefined: it can. */
  readonly check: () => Promise<string | undefined>;
  /** What fails in the background meanwhile. */
  readonly failingLoops: () => readonly FailingLoop[];
  /** How the provider is that the process stands before; absent where there is none. */
  readonly provider?: (() => Promise<'up' | 'down'>) | undefined;
}

/**
 * 200 while `check` finds nothing wrong within its time; else 503 with the reason. Loops that fail are named in either
 * body, and change no status: no other process would do their work because this one gets no requests. Those who ask at
 * the same time share one look, however many they are. A provider that is down changes no status either: what is stored
 * is served.
 */
export function readyHandler({ check, failingLoops, provider }: Readiness): Handler {
  const lookAtBoth = async () => {
    const reason = await inTime(check);
    // Its state is read from the database, which has just answered.
    const known = reason === undefined ? await provider?.().catch(() => undefined) : undefined;
    return { reason, provider: known && { provider: known } };
  };
  let look: ReturnType<typeof lookAtBoth> | undefined;
  return async (_request, response) => {
    look ??= lookAtBoth().finally(() => (look = undefined));
    const { reason, provider: known } = await look;
    const loops = failingLoops();
    const failing = loops.length > 0 && { failing: loops };
    if (reason === undefined) answerJson(response, 200, { status: 'ready', ...known, ...failing });
    else answerJson(response, 503, { status: 'not ready', reason, ...failing });
  };
}

async function inTime(check: Readiness['check']): Promise<string | undefined> {
  const { promise: timeout, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(resolve, READY_TIMEOUT_MS, 'the database does not answer');
  const reason = await Promise.race([check().catch(() => 'the database does not answer'), timeout]);
  clearTimeout(timer);
  return reason;
}
