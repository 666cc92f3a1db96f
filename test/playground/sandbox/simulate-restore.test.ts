import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { cashIns } from '../../support/webhooks.ts';

const RESTORE = 'mutation { simulateRestore { ... on SimulateRestoreSuccess { lostCursor } } }';
const AFTER = `query ($after: String) {
  webhookEvents(first: 100, after: $after) { nodes { sequence cursor } pageInfo { endCursor } } }`;
const LIVE = 'subscription ($after: String) { webhookEvents(after: $after) { sequence } }';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway();
});
afterAll(() => gateway.stop());

interface Shown {
  readonly sequence: string;
  readonly cursor: string;
}

async function events(client: string, after: string | null = null): Promise<readonly Shown[]> {
  return (await gateway.data({ query: AFTER, variables: { after }, client })).webhookEvents.nodes;
}

/** Simulates payments, waits for their events, and returns the sequences of all events. */
async function sequencesAfterPayments(client: string, count: number): Promise<readonly string[]> {
  const { length } = await events(client);
  await cashIns(gateway, count, { client });
  const all = await eventually(async () => {
    const now = await events(client);
    return now.length === length + 2 * count && now;
  });
  return all.map(({ sequence }) => sequence);
}

async function restore(client: string): Promise<string> {
  return (await gateway.data({ query: RESTORE, client })).simulateRestore.lostCursor;
}

const partsOf = (sequence = '') => sequence.split('.').map(Number);

test('a restore affects its caller only: the next events are in a new epoch, with continued numbers', async () => {
  const before = {
    own: await sequencesAfterPayments('acme-pay', 1),
    others: await sequencesAfterPayments('beta-pay', 1),
  };
  await restore('acme-pay');
  const after = {
    own: await sequencesAfterPayments('acme-pay', 1),
    others: await sequencesAfterPayments('beta-pay', 1),
  };
  const [epoch = 0, position = 0] = partsOf(before.own.at(-1));
  expect(after.own.slice(-2)).toEqual([`${epoch + 1}.${position + 1}`, `${epoch + 1}.${position + 2}`]);
  expect(new Set(after.others.map((sequence) => partsOf(sequence)[0])).size).toBe(1);
  await restore('acme-pay');
  const again = await sequencesAfterPayments('acme-pay', 1);
  expect(partsOf(again.at(-1))).toEqual([epoch + 2, position + 4]);
});

test('on every wire, only cursors of lost events are refused, with a cursor to resume after', async () => {
  await sequencesAfterPayments('acme-pay', 1);
  const seen = await events('acme-pay');
  const end = (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor as string;
  const lost = await restore('acme-pay');
  await sequencesAfterPayments('acme-pay', 1);
  const newest = (await events('acme-pay')).slice(seen.length);
  const { body } = await gateway.ask({ query: AFTER, variables: { after: lost } });
  const refused = body.errors?.[0];
  expect(refused?.extensions).toMatchObject({ code: 'CURSOR_FROM_LOST_FUTURE', argument: 'after' });
  const { resumeAfter } = refused?.extensions as { resumeAfter: string };
  expect(await events('acme-pay', resumeAfter)).toEqual(newest);
  const socket = await socketOf(gateway);
  const { payload } = await socket.next('error', socket.subscribe(LIVE, { after: lost }));
  expect(payload[0].extensions.code).toBe('CURSOR_FROM_LOST_FUTURE');
  for (const after of [end, seen.at(-1)?.cursor ?? '', resumeAfter]) {
    const id = socket.subscribe(LIVE, { after });
    await eventually(() => Promise.resolve(socket.messages('next', id).length === newest.length));
    expect(socket.messages('next', id).map(({ payload: { data } }) => data.webhookEvents.sequence)).toEqual(
      newest.map(({ sequence }) => sequence),
    );
  }
  const newEnd = (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor as string;
  expect(await events('acme-pay', newEnd)).toEqual([]);
  expect(await events('acme-pay', newest[0]?.cursor)).toEqual(newest.slice(1));
});

test('a partner without events has its first ones in the next epoch', async () => {
  expect(await events('gama-pay')).toEqual([]);
  await restore('gama-pay');
  await restore('gama-pay');
  expect(await events('gama-pay')).toEqual([]);
  await gateway.data({
    query: `mutation { simulateCashIn(input: { accountNumber: "400001", amount: "1.00", rail: TED }) { __typename } }`,
    client: 'gama-pay',
  });
  const [first] = await eventually(async () => {
    const shown = await events('gama-pay');
    return shown.length > 0 && shown;
  });
  expect(partsOf(first?.sequence)[1]).toBe(1);
  expect(partsOf(first?.sequence)[0]).toBeGreaterThanOrEqual(3);
});
