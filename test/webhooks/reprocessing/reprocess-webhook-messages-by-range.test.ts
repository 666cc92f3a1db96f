import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { headerOf, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { progressOf, reprocessByRange } from '../../support/reprocessing.ts';
import { cashIns, createConfiguration, searchMessages } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const PAYMENTS = 8;
const PATH = '/lossy';
const client = 'acme-pay';

let gateway: Gateway;
let receiver: Receiver;
let configurationId: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
  ({ id: configurationId } = await createConfiguration(gateway, { uri: receiver.url(PATH) }));
  await createConfiguration(gateway, { uri: receiver.url('/another') });
  await cashIns(gateway, PAYMENTS);
  // Settled, not only received: what is still in flight is not sent again.
  await eventually(async () => (await searchMessages(gateway, 'SUCCESS')).totalCount === 2 * PAYMENTS);
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

const sequenceOf = (call: ReceivedCall | undefined) => headerOf(call, 'webhook-sequence');
const positionOf = (call: ReceivedCall) => Number(sequenceOf(call).split('.')[1]);

/** Returns the received calls in the order of events. */
const inOrder = () => receiver.callsOf(PATH).toSorted((one, other) => positionOf(one) - positionOf(other));

describe('reprocessWebhookMessagesByRange', () => {
  test('fills a gap that webhook-previous has revealed: all of it, under the same ids, and nothing else', async () => {
    const sent = inOrder();
    // The receiver has lost three in a row.
    const kept = sent.toSpliced(3, 3);
    const known = new Set(kept.map(sequenceOf));
    const after = kept.find((call) => {
      const previous = headerOf(call, 'webhook-previous');
      return previous !== 'none' && !known.has(previous);
    });
    const before = kept[kept.findIndex((call) => call === after) - 1];
    const from = sequenceOf(before).replace(/\d+$/, (position) => String(Number(position) + 1));
    const range = { configurationId, from, to: headerOf(after, 'webhook-previous') };

    expect(await reprocessByRange(gateway, { ...range, dryRun: true }, { client })).toEqual({
      __typename: 'ReprocessWebhookMessagesByRangeSuccess',
      matched: 3,
      reprocessing: null,
    });
    const { matched, reprocessing } = await reprocessByRange(gateway, range, { client });
    expect(matched).toBe(3);
    const progress = await eventually(async () => {
      const now = await progressOf(gateway, reprocessing.id, { client });
      return now.finishedAt !== null && now;
    });
    expect(progress).toMatchObject({ matched: 3, requeued: 3, refused: 0 });
    await eventually(() => Promise.resolve(receiver.callsOf(PATH).length === PAYMENTS + 3));
    const again = receiver.callsOf(PATH).slice(PAYMENTS);
    const ids = (calls: readonly ReceivedCall[]) => calls.map((call) => headerOf(call, 'webhook-id')).toSorted();
    expect(ids(again)).toEqual(ids(sent.slice(3, 6)));
    expect(receiver.callsOf('/another')).toHaveLength(PAYMENTS);
  });

  test.each([
    ['from', { from: 'none', to: '1.2' }],
    ['to', { from: '1.1', to: '1' }],
    ['to', { from: '1.5', to: '1.4' }],
    ['to', { from: '2.4', to: '1.5' }],
    ['to', { from: '1.1', to: '1.100001' }],
  ])('reports what is wrong with %s in %j', async (argument, range) => {
    const refused = await reprocessByRange(gateway, { configurationId, ...range }, { client });
    expect(refused).toMatchObject({ code: 'INVALID_PARAMETER', violations: [{ path: [argument] }] });
  });

  test('accepts 100,000 positions, and no configuration of another partner', async () => {
    const range = { from: '1.1', to: '1.100000', dryRun: true };
    expect(await reprocessByRange(gateway, { configurationId, ...range }, { client })).toMatchObject({
      matched: PAYMENTS,
    });
    for (const id of [configurationId, 'none'])
      expect(await reprocessByRange(gateway, { configurationId: id, ...range }, { client: 'beta-pay' })).toMatchObject({
        code: 'WEBHOOK_CONFIGURATION_NOT_FOUND',
      });
  });

  test('compares epochs first, so that a lost event is not confused with one that has its position now', async () => {
    const matched = async (from: string, to: string) => {
      const range = { configurationId, from, to, dryRun: true };
      return (await reprocessByRange(gateway, range, { client })).matched as number;
    };
    const [epoch = ''] = sequenceOf(inOrder()[0]).split('.');
    await gateway.data({ query: 'mutation { simulateRestore { __typename } }', client });
    const sent = receiver.callsOf(PATH).length;
    await cashIns(gateway, 1);
    const added = await eventually(() => Promise.resolve(receiver.callsOf(PATH)[sent]));
    await eventually(async () => (await searchMessages(gateway, 'SUCCESS')).totalCount === 2 * (PAYMENTS + 1));
    const [newEpoch = '', position = ''] = sequenceOf(added).split('.');
    expect(Number(newEpoch)).toBeGreaterThan(Number(epoch));
    expect(await matched(`${epoch}.${position}`, `${epoch}.${position}`)).toBe(0);
    expect(await matched(`${newEpoch}.${position}`, `${newEpoch}.${position}`)).toBe(1);
    expect(await matched(`${epoch}.1`, `${newEpoch}.1`)).toBe(PAYMENTS);
    expect(await matched(`${epoch}.${position}`, `${newEpoch}.${position}`)).toBe(1);
    expect(await matched(`${epoch}.1`, `${newEpoch}.${position}`)).toBe(PAYMENTS + 1);
  });
});
