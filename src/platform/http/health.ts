import type { FailingLoop } from '../loops/failing-work.ts';
import type { Handler, Routes } from './http-server.ts';
import { answerJson } from './json-answer.ts';

/** Reports that the process runs, whether or not it can do its work. */
const liveHandler: Handler = (_request, response) => {
  answerJson(response, 200, { status: 'live' });
};

/** Routes of a process that can be asked whether it lives and whether it is ready. */
export function healthRoutes(readiness: Readiness): Routes {
  return { '/health/live': { GET: liveHandler }, '/health/ready': { GET: readyHandler(readiness) } };
}

/** Routes of a process until it is composed. */
export function startingRoutes(reason: () => string): Routes {
  return healthRoutes({ check: () => Promise.resolve(reason()), failingLoops: () => [] });
}

/** Longest wait for the readiness check, in milliseconds. */
const READY_TIMEOUT_MS = 3_000;

/** What decides whether a process can do its work. */
export interface Readiness {
  /** Returns why it cannot answer requests; undefined if it can. */
  readonly check: () => Promise<string | undefined>;
  /** Returns the background work that is failing. */
  readonly failingLoops: () => readonly FailingLoop[];
  /** Returns what more a ready process says of itself, by name, such as the state of a service that it calls. */
  readonly more?: () => Promise<Readonly<Record<string, string>>>;
}

/**
 * Responds with 200 if `check` finds no problem in time, otherwise with 503 and the reason. Failing loops are listed in
 * both bodies, but do not change the status: if this process got no requests, no other one would do their work.
 * Concurrent requests share one check. What `more` says does not change the status either.
 */
function readyHandler({ check, failingLoops, more }: Readiness): Handler {
  const lookAtBoth = async () => {
    const reason = await inTime(check);
    // It may be read from the database, which has just answered.
    return { reason, said: reason === undefined ? await more?.().catch(() => undefined) : undefined };
  };
  let look: ReturnType<typeof lookAtBoth> | undefined;
  return async (_request, response) => {
    look ??= lookAtBoth().finally(() => (look = undefined));
    const { reason, said } = await look;
    const loops = failingLoops();
    const failing = loops.length > 0 && { failing: loops };
    if (reason === undefined) answerJson(response, 200, { status: 'ready', ...said, ...failing });
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
