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

/** Sends a document over a connection that can be cut; returns undefined if there was no answer. */
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

/** Repeats `turn` until it is stopped. */
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

/** Clients that poll, and wait while there is no event. */
export const pollWires: Record<string, Follow> = {
  'long polls'(from) {
    let { after } = from;
    return over(async (signal) => {
      const page = (await ask(from, POLL, { after }, signal))?.data?.webhookEvents;
      for (const event of page?.nodes ?? []) from.next(event);
      after = page?.pageInfo.endCursor ?? after;
    });
  },

  // Events that were not acked are delivered again: their sequence makes sure that each is handled once.
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
