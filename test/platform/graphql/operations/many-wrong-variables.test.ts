import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { Gateway } from '../../../support/gateway.ts';

/** Near the most that a body may hold. */
const MEMBERS = 15_000;
/** Processor time of one request, in milliseconds: what grows with the square of its size takes a minute and more. */
const CPU_MS_MAX = 2_000;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start();
});
afterAll(() => gateway.stop());

const unknownMembers = Object.fromEntries(Array.from({ length: MEMBERS }, (_, index) => [`k${index}`, 1]));
const wrongItems = { contexts: Array.from({ length: MEMBERS }, () => 'PIXX') };

/** What `work` gives, and the processor time that this process has spent meanwhile, in milliseconds. */
async function timed<Result>(work: () => Promise<Result>) {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, cpuMs: (user + system) / 1_000 };
}

const QUERY = 'query ($filter: WebhookEventFilter) { webhookEvents(filter: $filter) { nodes { id } } }';
const FEW_TOLD = [
  ['members that there are not', unknownMembers, 'Variable "$filter" at "filter": Field "k0" is not defined'],
  ['items that are wrong', wrongItems, 'Variable "$filter" at "filter.contexts.0"'],
] as const;

test.each(FEW_TOLD)('thousands of %s cost little, however often the document was sent', async (_what, filter, told) => {
  for (let uses = 1; uses <= 3; uses += 1) {
    const { result, cpuMs } = await timed(() => gateway.ask({ query: QUERY, variables: { filter } }));
    expect(result.status).toBe(400);
    expect(result.body.errors?.map(({ extensions: { code } }) => code)).toEqual(Array(5).fill('BAD_USER_INPUT'));
    expect(result.body.errors?.[0]?.message).toContain(told);
    expect(cpuMs).toBeLessThan(CPU_MS_MAX);
  }
});

test.each(FEW_TOLD)('thousands of %s cost a subscription little', async (_what, filter, told) => {
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
  expect(result).toContain(JSON.stringify(told).slice(1, -1));
  expect(cpuMs).toBeLessThan(CPU_MS_MAX);
});

test('a mutation of thousands of members that there are not costs little', async () => {
  const query = 'mutation ($input: CreatePocketInput!) { createPocket(input: $input) { __typename } }';
  for (let uses = 1; uses <= 2; uses += 1) {
    const { result, cpuMs } = await timed(() => gateway.ask({ query, variables: { input: unknownMembers } }));
    expect(result.status).toBe(400);
    expect(cpuMs).toBeLessThan(CPU_MS_MAX);
  }
});
