import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  ackEvents,
  consumersOf,
  createConsumer,
  deleteConsumer,
  LIST,
  nextEvents,
  seekConsumer,
  type GivenEvent,
} from '../../support/consumers.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { happenOften } from '../../support/live-events.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { setPocketLimit } from '../../support/pockets.ts';

const EVENTS = 'query { webhookEvents(first: 100) { nodes { id cursor sequence name occurredAt } } }';
const STRANGER = 'beta-pay';

let gateway: Gateway;
/** The events before any test. */
let past: readonly GivenEvent[];

beforeAll(async () => {
  gateway = await sharedGateway();
  await setPocketLimit(gateway, '200001', 1_000_000);
  await happenOften(gateway, 7);
  past = await eventually(async () => (await log()).length === 7 && log());
});
afterAll(() => gateway.stop());

async function log(): Promise<readonly GivenEvent[]> {
  return (await gateway.data({ query: EVENTS })).webhookEvents.nodes as readonly GivenEvent[];
}

/** Creates a consumer, by default at the oldest event. */
async function consumerAt(name: string, input: object = { from: 'OLDEST' }) {
  const { consumer, ...rest } = await createConsumer(gateway, { name, ...input });
  if (consumer === undefined) throw new Error(JSON.stringify(rest));
  return consumer;
}

describe('refusals', () => {
  test.each([
    ['name', { name: 'Upper' }],
    ['name', { name: '' }],
    ['name', { name: '-begins' }],
    ['name', { name: 'a'.repeat(51) }],
    ['name', { name: 'line\n' }],
    ['leaseSeconds', { leaseSeconds: 9 }],
    ['leaseSeconds', { leaseSeconds: 601 }],
    ['after', { from: 'NOW', after: 'x' }],
  ])('of createConsumer include %s of %j', async (field, change) => {
    const { code, violations } = await createConsumer(gateway, { name: 'fine', ...change });
    expect([code, violations?.map(({ path }) => path)]).toEqual(['INVALID_PARAMETER', [[field]]]);
  });

  test.each([
    ['worker', { worker: '' }],
    ['worker', { worker: 'two words' }],
    ['worker', { worker: 'w'.repeat(65) }],
    ['worker', { worker: 'ö' }],
    ['max', { max: 0 }],
    ['max', { max: 101 }],
  ])('of nextEvents include %s of %j', async (field, change) => {
    const { code, violations } = await nextEvents(gateway, { consumer: 'nope', worker: 'w', ...change });
    expect([code, violations?.map(({ path }) => path)]).toEqual(['INVALID_PARAMETER', [[field]]]);
  });

  test.each([['nonsense'], ['1.999999'], ['9.1'], ['99.0'], ['1.'], ['']])('include acks of %j', async (through) => {
    await createConsumer(gateway, { name: 'acking', from: 'OLDEST' });
    await nextEvents(gateway, { consumer: 'acking', worker: 'w' });
    const { code, violations } = await ackEvents(gateway, { consumer: 'acking', worker: 'w', through });
    expect([code, violations?.map(({ path }) => path)]).toEqual(['INVALID_PARAMETER', [['through']]]);
  });

  test('of createConsumer include an invalid cursor, at top level', async () => {
    const input = { name: 'no-cursor', after: 'nonsense' };
    const query = 'mutation ($input: CreateConsumerInput!) { createConsumer(input: $input) { __typename } }';
    const { body } = await gateway.ask({ query, variables: { input } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'INVALID_CURSOR', argument: 'after' } }]);
  });

  test('of createConsumer include a name that is taken, and more than twenty consumers', async () => {
    const client = 'gama-pay';
    for (let nth = 0; nth < 20; nth += 1) await createConsumer(gateway, { name: `n${nth}` }, { client });
    expect(await createConsumer(gateway, { name: 'n1' }, { client })).toMatchObject({
      ...{ code: 'CONSUMER_ALREADY_EXISTS', status: 409, message: 'A consumer with this name already exists.' },
    });
    expect(await createConsumer(gateway, { name: 'more' }, { client })).toMatchObject({
      ...{
        code: 'MAXIMUM_CONSUMERS_COUNT_REACHED',
        status: 422,
        message: 'Maximum count of consumers reached.',
      },
      limit: 20,
    });
    expect(await deleteConsumer(gateway, { name: 'n1' }, { client })).toEqual({
      __typename: 'DeleteConsumerSuccess',
      name: 'n1',
    });
    const at = await Promise.all(['x', 'y', 'z'].map((name) => createConsumer(gateway, { name }, { client })));
    expect(at.filter(({ consumer }) => consumer !== undefined)).toHaveLength(1);
    const names = (await consumersOf(gateway, { client })).map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    const first = await gateway.data({ query: LIST, variables: { first: 15 }, client });
    const { endCursor: after } = first.eventConsumers.pageInfo;
    const second = await gateway.data({ query: LIST, variables: { first: 15, after }, client });
    const paged = [...first.eventConsumers.nodes, ...second.eventConsumers.nodes] as { name: string }[];
    expect(paged.map(({ name }) => name)).toEqual(names);
    expect(first.eventConsumers.totalCount).toBe(20);
  });
});

describe('to another partner', () => {
  const gone = { code: 'CONSUMER_NOT_FOUND', status: 404, message: 'Consumer not found.' };

  test('a consumer does not exist', async () => {
    const { id } = await consumerAt('secret');
    const ask = { client: STRANGER };
    const through = past[0]?.cursor;
    expect(await nextEvents(gateway, { consumer: 'secret', worker: 'w' }, ask)).toMatchObject(gone);
    expect(await ackEvents(gateway, { consumer: 'secret', worker: 'w', through: '1.0' }, ask)).toMatchObject(gone);
    expect((await ackEvents(gateway, { consumer: 'secret', worker: 'w', through }, ask)).code).toBe(
      'INVALID_PARAMETER',
    );
    expect(await seekConsumer(gateway, { name: 'secret', to: 'NOW' }, ask)).toMatchObject(gone);
    expect(await deleteConsumer(gateway, { name: 'secret' }, ask)).toMatchObject(gone);
    expect(await consumersOf(gateway, ask)).toEqual([]);
    const query = `{ node(id: "${id}") { id } }`;
    expect((await gateway.data({ query, ...ask })).node).toBeNull();
    expect((await gateway.data({ query })).node).toEqual({ id });
    expect((await createConsumer(gateway, { name: 'secret' }, ask)).consumer).toMatchObject({
      sequence: '1.0',
      lag: 0,
    });
  });
});
