import { describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { expectAcknowledged } from './acknowledged.ts';
import { stay } from './current-stay.ts';

/** Well within the half year that the search covers, in days. */
const SEARCHED_DAYS = 150;

const DURATIONS = `query ($filter: WebhookMessageFilter!, $after: String) {
  webhookMessages(first: 100, after: $after, filter: $filter) {
    nodes { elapsedEventCapture elapsedHttpCall }
    pageInfo { hasNextPage endCursor }
  }
}`;

interface Durations {
  readonly nodes: readonly { readonly elapsedEventCapture: string; readonly elapsedHttpCall: string | null }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
}

async function durations(after: string | null = null): Promise<Durations['nodes']> {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
  const variables = { filter: { startDate: day(-SEARCHED_DAYS), endDate: day(1) }, after };
  const { webhookMessages } = await stay.stranger.data({ query: DURATIONS, variables });
  const { nodes, pageInfo } = webhookMessages as Durations;
  return pageInfo.hasNextPage ? [...nodes, ...(await durations(pageInfo.endCursor))] : nodes;
}

/** Runs before anything else uses the data. */
describe('the data of the previous release', () => {
  test('are complete', async () => {
    const { world, ledger } = stay;
    if (world.inheritance !== undefined) ledger.take(world.inheritance.ledger);
    expect(ledger.events.length).toBeGreaterThan(0);
    await expectAcknowledged(stay);
  });

  test('are delivered to the endpoints that they were pending for', async () => {
    const { ledger, endpoint, product } = stay;
    const missing = () =>
      Object.entries(ledger.pending).flatMap(([path, ids]) => {
        const calls = endpoint?.callsOf(path) ?? [];
        const arrived = new Set(
          calls.map(({ body }) => (JSON.parse(body.toString()) as { entityId: string }).entityId),
        );
        return ids.filter((id) => !arrived.has(id)).map((id) => `${path} ${id}`);
      });
    expect(Object.keys(ledger.pending)).not.toEqual([]);
    await product.whileAlive(() => eventually(() => Promise.resolve(missing().length === 0)));
    expect(missing()).toEqual([]);
  });

  test('have no negative durations', async () => {
    const shown = await durations();
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.filter((each) => Object.values(each).some((value) => value?.includes('-')))).toEqual([]);
  });
});
