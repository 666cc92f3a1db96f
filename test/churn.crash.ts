import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { OutsideIssuer } from './platform/auth/outside-issuer.ts';
import { cashInInput, simulateCashIn } from './support/cash-ins.ts';
import { Gateway } from './support/gateway.ts';
import { heldFewerThan, heldObjects } from './support/held-objects.ts';
import { LIVE_EVENTS, socketOf } from './support/live-events.ts';
import { answering, Receiver } from './support/receiver.ts';
import { CLIENT, newConfiguration, pingConfiguration } from './support/configurations.ts';
import { queueIsEmpty } from './support/webhooks.ts';
import { forgetThePast } from './support/world.ts';

/** How repeatedly each activity runs between two counts; a leak of one object each time is found. */
const TIMES = Number(process.env['TEST_CHURN'] ?? 200);
const CONCURRENCY = 10;

let receiver: Receiver;
let issuer: OutsideIssuer;
let gateway: Gateway;
let withIssuer: Gateway;
let pinged: string;

beforeAll(async () => {
  receiver = await Receiver.start();
  receiver.answer('/closes', answering(204, { connection: 'close' }));
  issuer = await OutsideIssuer.start('ES256');
  gateway = await Gateway.start();
  await forgetThePast(gateway.app.database);
  withIssuer = await Gateway.start({ environment: issuer.environment() });
  pinged = await newConfiguration(gateway, { uri: receiver.url('/closes') });
});
afterAll(async () => {
  for (const one of [gateway, withIssuer]) await one.stop();
  await receiver.stop();
  await issuer.stop();
});

/** Does `work` many times; returns the distinct outcomes. */
async function repeatedly<Outcome>(work: () => Promise<Outcome>): Promise<ReadonlySet<Outcome>> {
  const outcomes = new Set<Outcome>();
  let begun = 0;
  const worker = async () => {
    while ((begun += 1) <= TIMES) outcomes.add(await work());
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
  return outcomes;
}

/** Sends a request on its own connection; returns the status. */
async function request(path: string, body?: string, url = gateway.app.url): Promise<number> {
  const headers = { connection: 'close', 'content-type': 'application/json' };
  const posted = body === undefined ? {} : { method: 'POST', body };
  const response = await fetch(url + path, { headers, ...posted });
  await response.arrayBuffer();
  return response.status;
}

const activities: readonly [string, () => Promise<ReadonlySet<unknown>>, unknown][] = [
  [
    'messages are delivered',
    async () => {
      const input = cashInInput({ accountNumber: '300001' });
      const made = await repeatedly(async () => (await simulateCashIn(gateway, input, { client: CLIENT })).__typename);
      await queueIsEmpty(gateway);
      return made;
    },
    'SimulateCashInSuccess',
  ],
  [
    'endpoints are pinged',
    () => repeatedly(async () => (await pingConfiguration(gateway, pinged)).attempt.httpStatus),
    204,
  ],
  [
    'sockets subscribe and leave',
    () =>
      repeatedly(async () => {
        const socket = await socketOf(gateway);
        const id = socket.subscribe(LIVE_EVENTS);
        const { data } = await socket.run('{ viewer { partner } }');
        socket.send({ id, type: 'complete' });
        socket.webSocket.close();
        await socket.closed;
        return data.viewer.partner;
      }),
    'ACME_PAY',
  ],
  [
    'sockets are disconnected',
    () =>
      repeatedly(async () => {
        const socket = await socketOf(gateway);
        socket.subscribe(LIVE_EVENTS);
        socket.webSocket.terminate();
        return (await socket.closed).code;
      }),
    1006,
  ],
  ['connections have one request each', () => repeatedly(() => request('/graphql', '{"query":"{ __typename }"}')), 200],
  ['its health is queried', () => repeatedly(() => request('/health/ready')), 200],
  ['its metrics are queried', () => repeatedly(() => request('/metrics', undefined, gateway.app.adminUrl)), 200],
  [
    'the key set of the issuer cannot be fetched',
    async () => {
      issuer.failure = { status: 503, text: '' };
      const token = await issuer.token(withIssuer.clock.now());
      return repeatedly(async () => (await withIssuer.ask({ query: '{ __typename }', token })).status);
    },
    503,
  ],
];

test.each(activities)('no objects leak when %s', async (_what, churn, outcome) => {
  // What is created once, such as a connection or a compiled document, exists after the first round.
  await churn();
  receiver.calls.length = 0;
  const before = heldObjects(Object);
  expect([...(await churn())]).toEqual([outcome]);
  receiver.calls.length = 0;
  await heldFewerThan(before + TIMES, Object);
});
