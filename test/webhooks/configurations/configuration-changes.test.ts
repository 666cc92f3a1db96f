import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { deleteConfiguration, newConfiguration, updateConfiguration } from '../../support/configurations.ts';
import { eventually, type Gateway } from '../../support/gateway.ts';
import { Receiver } from '../../support/receiver.ts';
import { cashIns, queueIsEmpty } from '../../support/webhooks.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const CHANGED = 'WEBHOOK_CONFIGURATION_WAS_CHANGED';
const CLEARED = 'PIX_CASH_IN_WAS_CLEARED';
const CLIENT = 'acme-pay';
/** Known to nobody but the changed endpoint. */
const SECRET = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;

let gateway: Gateway;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start();
  gateway = await sharedGateway();
});
afterAll(async () => {
  await gateway.stop();
  await receiver.stop();
});

interface Body {
  readonly name: string;
  readonly context: string;
  readonly entityId: string;
  readonly data: { readonly change: string; readonly client: string | null; readonly changedAt: string };
}

const bodiesAt = (path: string) => receiver.callsOf(path).map(({ body }) => JSON.parse(String(body)) as Body);
const changesAt = (path: string) => bodiesAt(path).map(({ data }) => data.change);

/** Creates a configuration that wants cash-ins and changes of configurations. */
async function endpoint() {
  const path = `/${randomUUID()}`;
  const input = { uri: receiver.url(path), context: 'WEBHOOK', eventName: CHANGED, eventNames: [CHANGED, CLEARED] };
  return { path, id: await newConfiguration(gateway, input, { client: CLIENT }) };
}

test('a change is told to every other endpoint that wants it, without URL and secret', async () => {
  const [watching, changed] = [await endpoint(), await endpoint()];
  const ask = { client: CLIENT };
  const moved = `/${randomUUID()}`;
  const { id: configurationId } = changed;
  await updateConfiguration(gateway, { configurationId, uri: receiver.url(moved), secret: SECRET }, ask);
  for (const status of ['DISABLED', 'ENABLED']) await updateConfiguration(gateway, { configurationId, status }, ask);
  await cashIns(gateway, 1, ask);
  await eventually(() => Promise.resolve(bodiesAt(moved).length === 1));
  await deleteConfiguration(gateway, configurationId, ask);
  await eventually(() => Promise.resolve(changesAt(watching.path).includes('DELETED')));
  await queueIsEmpty(gateway);

  const told = bodiesAt(watching.path).filter(({ name }) => name === CHANGED);
  expect(told.map(({ data }) => data.change)).toEqual(['URI', 'SECRET', 'DISABLED', 'ENABLED', 'DELETED']);
  for (const body of told)
    expect(body).toMatchObject({ context: 'Webhook', entityId: configurationId, data: { client: CLIENT } });
  expect(bodiesAt(moved).map(({ name }) => name)).toEqual([CLEARED]);
  expect(bodiesAt(changed.path)).toEqual([]);
  const all = receiver.callsOf(watching.path).map(({ body }) => String(body));
  for (const hidden of [moved, changed.path, SECRET]) expect(all.join().includes(hidden)).toBe(false);
});

test('what changes nothing of these is no event', async () => {
  const [watching, changed] = [await endpoint(), await endpoint()];
  const ask = { client: CLIENT };
  const { id: configurationId, path } = changed;
  await updateConfiguration(gateway, { configurationId, name: 'Another name', uri: receiver.url(path) }, ask);
  await updateConfiguration(gateway, { configurationId, status: 'ENABLED', secret: SECRET }, ask);
  await updateConfiguration(gateway, { configurationId, secret: SECRET }, ask);
  await updateConfiguration(gateway, { configurationId: randomUUID(), secret: SECRET }, ask);
  await updateConfiguration(gateway, { configurationId, status: 'DISABLED' }, ask);
  await eventually(() => Promise.resolve(changesAt(watching.path).includes('DISABLED')));
  expect(changesAt(watching.path)).toEqual(['SECRET', 'DISABLED']);
});
