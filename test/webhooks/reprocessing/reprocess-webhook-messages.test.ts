import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { DeliveryProgress } from '../../../src/webhooks/archive/webhook-message.enum.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { reprocess } from '../../support/reprocessing.ts';
import { serverUrl } from '../../support/test-database.ts';
import { answering, Receiver, type ReceivedCall } from '../../support/receiver.ts';
import { archive, setBreaker, tallies } from '../../support/archive.ts';
import { CLIENT, deleteConfiguration, newConfiguration, updateConfiguration } from '../../support/configurations.ts';

const onPostgreSql = serverUrl === undefined ? describe.skip : describe;
const EVENT = 'PIX_CASH_IN_WAS_CLEARED';
const NOT_FOUND = 'NOT_FOUND';

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await Gateway.start({ environment: { WEBHOOK_RETRY_SECONDS: '3600' } });
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

/** Returns the calls that carried a message. */
function callsWith(messageId: string): readonly ReceivedCall[] {
  return receiver.calls.filter(({ headers }) => headers['webhook-id'] === messageId);
}

/** Lets calls to `path` hang until the returned function is called. */
function hold(path: string): () => void {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  receiver.answer(path, (response) => void promise.then(() => response.writeHead(204).end()));
  return () => {
    resolve(undefined);
  };
}

/** Creates a configuration, with one message of it in the archive. */
async function messageOf(progress: DeliveryProgress) {
  const path = `/${randomUUID()}`;
  const configurationId = await newConfiguration(gateway, { uri: receiver.url(path) });
  const sentDate = new Date(gateway.clock.now().getTime() - 60_000).toISOString();
  const [message] = await archive(gateway, [{ configurationId, eventName: EVENT, progress, sentDate }]);
  if (message === undefined) throw new Error('No message was archived.');
  return { ...message, configurationId, path };
}

async function shown(id: string) {
  const query =
    'query ($id: ID!) { node(id: $id) { ... on WebhookMessage { state retryCount attempts { httpStatus } } } }';
  return (await gateway.data({ query, variables: { id }, client: CLIENT })).node;
}

/** Waits until a message was sent and settled `times` times. */
async function settled(id: string, times: number) {
  return eventually(async () => {
    const message = await shown(id);
    // Two statements: a settlement can be committed between reading the message and its calls.
    return message.attempts.length === times && message.retryCount === times && message;
  });
}

async function expectTrueTallies(): Promise<void> {
  const { tally, wanted } = await tallies(gateway);
  expect(tally).toEqual(wanted);
}

describe('reprocessWebhookMessages', () => {
  test.each(['SUCCESS', 'FAILED'] as const)('sends a %s message again under its id and key', async (progress) => {
    const { id, key } = await messageOf(progress);
    expect(await reprocess(gateway, [id])).toMatchObject({ accepted: [{ id, state: progress }], refused: [] });
    expect(await settled(id, 1)).toMatchObject({ state: 'SUCCESS', retryCount: 1 });
    expect(await reprocess(gateway, [key])).toMatchObject({ accepted: [{ id, retryCount: 1 }] });
    expect(await settled(id, 2)).toMatchObject({ state: 'SUCCESS', retryCount: 2 });
    expect(callsWith(id).map(({ headers }) => [headers['idempotency-key'], headers['webhook-attempt']])).toEqual([
      [key, '1'],
      [key, '2'],
    ]);
    expect(callsWith(id)[1]?.body).toEqual(callsWith(id)[0]?.body);
    await expectTrueTallies();
  });

  test('accepts a message once, even if it is requested several times, by id and by key', async () => {
    const { id, key } = await messageOf('FAILED');
    const { accepted, refused } = await reprocess(gateway, [id, key, id, id.toUpperCase(), key.toUpperCase()]);
    expect([accepted, refused]).toMatchObject([[{ id }], []]);
    await settled(id, 1);
  });

  test('shows a message that fails again as FAILED, and can send it once more', async () => {
    const { id, path } = await messageOf('SUCCESS');
    receiver.answer(path, answering(500));
    await reprocess(gateway, [id]);
    expect(await settled(id, 1)).toMatchObject({ state: 'FAILED', retryCount: 1 });
    receiver.answer(path, answering(200));
    await reprocess(gateway, [id]);
    expect(await settled(id, 2)).toMatchObject({ state: 'SUCCESS', retryCount: 2 });
    await expectTrueTallies();
  });

  test('does not send a message that is in flight a second time', async () => {
    const { id, path } = await messageOf('FAILED');
    const release = hold(path);
    await reprocess(gateway, [id]);
    await eventually(() => Promise.resolve(callsWith(id).length === 1));
    expect(await reprocess(gateway, [id])).toMatchObject({ accepted: [{ id }] });
    release();
    expect(await settled(id, 1)).toMatchObject({ state: 'SUCCESS', retryCount: 1 });
    expect(callsWith(id)).toHaveLength(1);
    await expectTrueTallies();
  });
});

onPostgreSql('concurrent requests for a message', () => {
  test('send it once', async () => {
    const { id, key, path } = await messageOf('FAILED');
    const release = hold(path);
    const results = await Promise.all(Array.from({ length: 8 }, (_, nth) => reprocess(gateway, [nth % 2 ? id : key])));
    release();
    for (const { accepted } of results) expect(accepted).toMatchObject([{ id }]);
    await settled(id, 1);
    expect(callsWith(id)).toHaveLength(1);
    await expectTrueTallies();
  });
});

describe('a message', () => {
  test.each([
    ['is held before its first try', 'WAITING', 'CLOSED'],
    ['is held before its next try', 'RETRYING', 'OPEN'],
    ['is held before it is sent again', 'RESENDING', 'HALF_OPEN'],
  ] as const)('that %s is refused', async (_case, progress, breaker) => {
    const { id, key, configurationId } = await messageOf(progress);
    await setBreaker(gateway, configurationId, breaker);
    for (const name of [id, key])
      expect(await reprocess(gateway, [name])).toMatchObject({
        accepted: [],
        refused: [{ messageId: name, reason: 'HOLD' }],
      });
  });

  test('of a configuration that is DISABLED or deleted is refused', async () => {
    const { id, configurationId } = await messageOf('FAILED');
    await updateConfiguration(gateway, { configurationId, status: 'DISABLED' });
    expect(await reprocess(gateway, [id])).toMatchObject({ refused: [{ reason: 'DISABLED' }] });
    await deleteConfiguration(gateway, configurationId);
    expect(await reprocess(gateway, [id])).toMatchObject({ refused: [{ reason: 'DELETED' }] });
    expect(await shown(id)).toMatchObject({ state: 'FAILED', attempts: [] });
  });

  test("that does not exist, or is another partner's, is refused by the given id", async () => {
    const { id, key } = await messageOf('SUCCESS');
    const unknown = randomUUID().toUpperCase();
    const names = ['', 'Nope', '\0', unknown, 'x'.repeat(1_000)];
    const refused = names.map((name) => ({ messageId: name, reason: NOT_FOUND }));
    expect(await reprocess(gateway, names)).toMatchObject({ accepted: [], refused });
    expect(await reprocess(gateway, [id, key], { client: 'gama-pay' })).toMatchObject({
      accepted: [],
      refused: [
        { messageId: id, reason: NOT_FOUND },
        { messageId: key, reason: NOT_FOUND },
      ],
    });
    expect(callsWith(id)).toEqual([]);
  });

  test.each([
    [0, 'InvalidInputError'],
    [1, 'ReprocessWebhookMessagesSuccess'],
    [100, 'ReprocessWebhookMessagesSuccess'],
    [101, 'InvalidInputError'],
  ])('can be one of %i in a request: %s', async (count, typename) => {
    const ids = Array.from({ length: count }, () => randomUUID());
    const result = await reprocess(gateway, ids);
    expect(result.__typename).toBe(typename);
    const violations = [{ path: ['messageIds'], message: 'Give 1 to 100 ids or idempotency keys.' }];
    expect(result.violations ?? result.refused).toHaveLength(typename === 'InvalidInputError' ? 1 : count);
    expect(result.violations ?? violations).toEqual(violations);
  });
});
