import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createConfiguration } from '../../../support/configurations.ts';
import { eventually } from '../../../support/gateway.ts';
import { socketOf } from '../../../support/live-events.ts';
import { CREATE_POCKET, pocketInput } from '../../../support/pockets.ts';
import { Receiver } from '../../../support/receiver.ts';
import { TestSocket } from '../../../support/socket.ts';
import { TestStream } from '../../../support/streams.ts';
import { BeforeAnother } from '../intents/before-another.ts';
import { bodyOf, taken } from './provider-events.ts';

const REFUND = 'PIX_REFUND_WAS_RECEIVED';
const PATH = '/refunds';
const LIVE = `subscription ($after: String) {
  webhookEvents(after: $after, filter: { rawNames: ["${REFUND}"] }) { entityId }
}`;
const POLL = `query ($after: String) {
  webhookEvents(first: 10, after: $after, filter: { rawNames: ["${REFUND}"] }, wait: 25) { nodes { entityId } }
}`;
/** Longer than the backoff of an endpoint that has refused a call once, in seconds. */
const TRIED_AGAIN_SECONDS = 3_600;

let before: BeforeAnother;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  before = await BeforeAnother.start();
});
afterAll(async () => {
  TestSocket.endAll();
  TestStream.endAll();
  await before.stop();
  await receiver.stop();
});

/** Takes the provider down, and sends requests until the gateway knows that; it has a token by then. */
async function takeProviderDown(): Promise<void> {
  before.answering(422, { code: 'INVALID_ACCOUNT_STATUS' });
  await before.gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput() } });
  await before.double.stop();
  await eventually(async () => {
    await before.gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    const { viewer } = await before.gateway.data({ query: '{ viewer { provider { state } } }' });
    return viewer.provider.state === 'DOWN';
  });
}

function receivedCount(entityId: unknown): number {
  return receiver.callsOf(PATH).filter(({ body }) => body.includes(String(entityId))).length;
}

test('events reach subscribers, polls and endpoints while the provider is down, even if they are sent meanwhile', async () => {
  const { gateway } = before;
  const uri = receiver.url(PATH);
  const configuration = { context: 'PIX', eventName: 'OTHER', rawEventNames: [REFUND], uri };
  await createConfiguration(gateway, configuration, { client: 'acme-pay' });
  const refuse = (response: ServerResponse) => void response.writeHead(503).end();
  receiver.answer(PATH, refuse);
  const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const earlier = bodyOf(gateway);
  await taken(gateway, earlier);
  await eventually(() => Promise.resolve(receivedCount(earlier['entityId']) > 0));

  await takeProviderDown();
  gateway.forgetTokens();
  receiver.answer(PATH, (response) => void response.writeHead(204).end());
  const socket = await socketOf(gateway);
  const id = socket.subscribe(LIVE, { after });
  const token = await gateway.token('acme-pay');
  const stream = await TestStream.events({ url: gateway.app.url, token, query: LIVE, variables: { after } });
  await eventually(() => Promise.resolve(socket.messages('next', id).length === 1));
  await stream.shown(1);
  const { webhookEventsCursor: now } = await gateway.data({ query: '{ webhookEventsCursor }' });
  const poll = gateway.data({ query: POLL, variables: { after: now } });
  const later = bodyOf(gateway);
  await taken(gateway, later);

  const both = [earlier['entityId'], later['entityId']];
  expect((await poll).webhookEvents.nodes).toEqual([{ entityId: later['entityId'] }]);
  await eventually(() => Promise.resolve(socket.messages('next', id).length === 2));
  expect(socket.messages('next', id).map(({ payload }) => payload.data.webhookEvents.entityId)).toEqual(both);
  await stream.shown(2);
  expect(both.filter((entityId) => !stream.text.includes(String(entityId)))).toEqual([]);
  await eventually(() => Promise.resolve(receivedCount(later['entityId']) === 1));
  gateway.clock.advance(TRIED_AGAIN_SECONDS);
  await eventually(() => Promise.resolve(receivedCount(earlier['entityId']) === 2));
});
