import { describe, expect, test } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import { lastDays } from '../support/days.ts';
import { eventually } from '../support/gateway.ts';
import { headerOf } from '../support/receiver.ts';
import { stay } from './current-stay.ts';
import { FAILURES } from './retried-delivery.ts';

/** Shortest default pauses between attempts, in milliseconds: 5 s and 30 s, each at most a fifth less. */
const GAPS_MS_MIN = [4_000, 24_000];

const MESSAGES = `query ($filter: WebhookMessageFilter!, $after: String) {
  webhookMessages(first: 100, after: $after, filter: $filter) {
    nodes { id state retryCount elapsedEventCapture attempts { httpStatus elapsedHttpCall } }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface SearchedMessage {
  readonly id: string;
}

async function search(id: string, after: string | null = null): Promise<SearchedMessage | undefined> {
  const filter = { ...lastDays(), eventNames: ['TED_CASH_IN_WAS_CLEARED'] };
  const { webhookMessages } = await stay.stranger.data({ query: MESSAGES, variables: { filter, after } });
  const { nodes, pageInfo } = webhookMessages as {
    nodes: SearchedMessage[];
    pageInfo: { hasNextPage: boolean; endCursor: string };
  };
  return nodes.find((node) => node.id === id) ?? (pageInfo.hasNextPage ? search(id, pageInfo.endCursor) : undefined);
}

describe('a delivery to an endpoint that fails twice', () => {
  test('is sent three times with the same body, signed each time', async () => {
    const { retried, product } = stay;
    await product.whileAlive(() => eventually(() => Promise.resolve(retried.calls.length > FAILURES)));
    const { calls } = retried;
    expect(calls.map((call) => headerOf(call, 'webhook-attempt'))).toEqual(['0', '1', '2']);
    const verifier = new Webhook(retried.secret);
    for (const { body, headers } of calls)
      expect(verifier.verify(body, headers as Record<string, string>)).toMatchObject({ context: 'Ted' });
    expect(new Set(calls.map(({ body }) => body.toString())).size).toBe(1);
  });

  test('waits between attempts for the documented times', () => {
    const { calls } = stay.retried;
    const gaps = calls.slice(1).map(({ atMs }, nth) => atMs - (calls[nth]?.atMs ?? 0));
    expect(gaps.map((gap, nth) => gap >= (GAPS_MS_MIN[nth] ?? 0))).toEqual([true, true]);
  });

  test('is shown by the search with all its attempts, and by the subscription after each', async () => {
    const { retried, follower, product } = stay;
    const [call] = retried.calls;
    const id = headerOf(call, 'webhook-id');
    const message = await eventually(async () => {
      const found = await search(id);
      return found !== undefined && 'state' in found && found.state === 'SUCCESS' && found;
    });
    expect(message).toMatchObject({
      retryCount: 2,
      attempts: [{ httpStatus: 500 }, { httpStatus: 500 }, { httpStatus: 204 }],
    });
    const states = () => follower?.messages.filter((shown) => shown.id === id).map(({ state }) => state);
    await product.whileAlive(() => eventually(() => Promise.resolve(states()?.at(-1) === 'SUCCESS')));
    expect(states()).toEqual(['FAILED', 'FAILED', 'SUCCESS']);
  });
});
