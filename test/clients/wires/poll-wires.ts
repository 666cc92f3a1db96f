import { ACK, NEXT } from '../../support/consumers.ts';
import type { Follow, Followed, SeenEvent } from './wire.ts';

/** Seconds that a poll waits for the next event. */
const WAIT = 5;
export const CONSUMER = 'cut';
const WORKER = 'worker';

const POLL = `query ($after: String) {
  webhookEvents(first: 100, after: $after, wait: ${WAIT}) { nodes { cursor entityId sequence } pageInfo { endCursor } }
}`;

interface Answer {
  readonly data?: {
    readonly webhookEvents?: {
      readonly nodes: readonly SeenEvent[];
      readonly pageInfo: { readonly endCursor: string | null };
    };
    readonly nextEvents?: { readonly events?: readonly SeenEvent[] };
  };
}

/** Sends a document over a way that may be cut; undefined: there was no answer. */
async function ask({ port, token }: Followed, query: string, variables: object, signal: AbortSignal) {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${await token()}` },
      body: JSON.stringify({ query, variables }),
      signal,
    });
    return (await response.json()) as Answer;
  } catch {
    return undefined;
  }
}

/** Goes round until it is stopped. */
function over(turn: (signal: AbortSignal) => Promise<void>): () => Promise<void> {
  const stop = new AbortController();
  const rounds = async () => {
    while (!stop.signal.aborted) await turn(stop.signal);
  };
  const ended = rounds();
  return () => {
    stop.abort();
    return ended;
  };
}

/** Those who ask again and again, and wait where there is nothing. */
export const pollWires: Record<string, Follow> = {
  'long polls'(from) {
    let { after } = from;
    return over(async (signal) => {
      const page = (await ask(from, POLL, { after }, signal))?.data?.webhookEvents;
      for (const event of page?.nodes ?? []) from.next(event);
      after = page?.pageInfo.endCursor ?? after;
    });
  },

  // What was not acked is given again: it is handled once by its sequence.
  'nextEvents of a consumer'(from) {
    const handled = new Set<string>();
    const worker = { consumer: CONSUMER, worker: WORKER };
    return over(async (signal) => {
      const given = (await ask(from, NEXT, { ...worker, wait: WAIT }, signal))?.data?.nextEvents?.events ?? [];
      for (const event of given) {
        if (!handled.has(event.sequence)) from.next(event);
        handled.add(event.sequence);
      }
      const through = given.at(-1)?.cursor;
      if (through !== undefined) await ask(from, ACK, { ...worker, through }, signal);
    });
  },
};
