import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../../../support/gateway.ts';

/** Nearly as many as fit in a body. */
const MEMBERS = 15_000;
/** Limit of the CPU time of one request, in milliseconds: quadratic work takes a minute or more. */
const CPU_MS_MAX = 2_000;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

const unknownMembers = Object.fromEntries(Array.from({ length: MEMBERS }, (_, index) => [`k${index}`, 1]));
const wrongItems = { contexts: Array.from({ length: MEMBERS }, () => 'PIXX') };

/** Returns the result of `work`, and the CPU time that this process spent meanwhile, in milliseconds. */
async function timed<Result>(work: () => Promise<Result>) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}

const QUERY = 'query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { nodes { id } } }';
const WRONG_FILTERS = [
  ['members that there are not', unknownMembers, 'Variable "$filter" at "filter": Field "k0" is not defined'],
  ['items that are wrong', wrongItems, 'Variable "$filter" at "filter.contexts.0"'],
] as const;

test.each(WRONG_FILTERS)(
  'thousands of %s cost little, each time the document is sent',
  async (_what, filter, firstMessage) => {
    for (let uses = 1; uses <= 3; uses += 1) {
      const { result, cpuMs } = await timed(() => gateway.ask({ query: QUERY, variables: { filter } }));
      expect(result.status).toBe(400);
      expect(result.body.errors?.map(({ extensions: { code } }) => code)).toEqual(Array(5).fill('BAD_USER_INPUT'));
      expect(result.body.errors?.[0]?.message).toContain(firstMessage);
      expect(cpuMs).toBeLessThan(CPU_MS_MAX);
    }
  },
);

test.each(WRONG_FILTERS)('thousands of %s cost little in a subscription', async (_what, filter, firstMessage) => {
  const query = 'subscription ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { id } }';
  const { result, cpuMs } = await timed(async () => {
    const response = await fetch(`${gateway.app.url}/graphql/stream`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'text/event-stream',
        authorization: `Bearer ${await gateway.token('acme-pay')}`,
      },
      body: JSON.stringify({ query, variables: { filter } }),
    });
    return response.text();
  });
  expect(result).toContain(JSON.stringify(firstMessage).slice(1, -1));
  expect(cpuMs).toBeLessThan(CPU_MS_MAX);
});

test('thousands of unknown members cost little in a mutation', async () => {
  const query = 'mutation ($input: CreatePocketInput!) { createPocket(input: $input) { __typename } }';
  for (let uses = 1; uses <= 2; uses += 1) {
    const { result, cpuMs } = await timed(() => gateway.ask({ query, variables: { input: unknownMembers } }));
    expect(result.status).toBe(400);
    expect(cpuMs).toBeLessThan(CPU_MS_MAX);
  }
});
