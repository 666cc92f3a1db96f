import type { Handler } from './http-server.ts';
import { answerJson } from './json-answer.ts';

/** The process runs; whether it can do its work is another question. */
export const liveHandler: Handler = (_request, response) => {
  answerJson(response, 200, { status: 'live' });
};

/** Longest wait for the readiness check, in milliseconds. */
const READY_TIMEOUT_MS = 3_000;

/** 200 while `check` finds nothing wrong within its time; else 503 with the reason. */
export function readyHandler(check: () => Promise<string | undefined>): Handler {
  return async (_request, response) => {
    const timeout = new Promise<string>((resolve) => {
      setTimeout(resolve, READY_TIMEOUT_MS, 'the database does not answer').unref();
    });
    const reason = await Promise.race([check().catch(() => 'the database does not answer'), timeout]);
    if (reason === undefined) answerJson(response, 200, { status: 'ready' });
    else answerJson(response, 503, { status: 'not ready', reason });
  };
}
