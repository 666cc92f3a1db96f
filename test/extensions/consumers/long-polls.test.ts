import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { ackEvents, consumersOf, createConsumer, givenBy, NEXT, nextEvents } from '../../support/consumers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { happen, socketOf } from '../../support/live-events.ts';
import { setPocketLimit } from '../../support/pockets.ts';
import { cashIns } from '../../support/webhooks.ts';

/** Concurrent operations, and sockets of a partner: fewer than polls that wait. */
const OPERATIONS_MAX = 2;
const SOCKETS_MAX = 6;
/** Longer than any test takes, in seconds. */
const LONG = 25;
const LEASE_SECONDS = 10;
/** Longer than the timeout of a test: such a lease does not expire while one runs. */
const LASTING_LEASE_SECONDS = 300;

const POLL = `query ($after: String, $filter: WebhookEventFilter, $wait: Int) {
  webhookEvents(first: 10, after: $after, filter: $filter, wait: $wait) { nodes { entityId } pageInfo { endCursor } }
}`;

let gateway: Gateway;

beforeAll(async () => {
  const environment = { OPERATIONS_AT_ONCE: String(OPERATIONS_MAX), SOCKETS_PER_PARTNER: String(SOCKETS_MAX) };
  gateway = await Gateway.start({ environment });
  await setPocketLimit(gateway, '200001', 1_000);
});
afterAll(() => gateway.stop());

const polls: AbortController[] = [];
afterEach(() => {
  for (const poll of polls.splice(0)) poll.abort();
});

async function end(): Promise<string> {
  return (await gateway.data({ query: '{ webhookEventsCursor }' })).webhookEventsCursor as string;
}

/** Sends a request that the test can abort. */
async function send(query: string, variables: object) {
  const poll = new AbortController();
  polls.push(poll);
  const token = await gateway.token('acme-pay');
  const answer = fetch(`${gateway.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
    signal: poll.signal,
  });
  const body = answer.then(async (response) => (await response.json()) as { data: Record<string, unknown> });
  body.catch(() => undefined);
  return { poll, body };
}

/** Waits until one more request can wait: each counts as a socket. */
async function untilRoom(): Promise<void> {
  await eventually(async () => {
    const { webhookEventsCursor: after } = await gateway.data({ query: '{ webhookEventsCursor }' });
    const { body } = await gateway.ask({ query: POLL, variables: { after, filter: { rawNames: ['NONE'] }, wait: 1 } });
    return body.errors === undefined;
  });
}

describe('a page that waits', () => {
  test('is answered at the first event that matches its filter, and not before', async () => {
    const after = await end();
    const { body } = await send(POLL, { after, filter: { contexts: ['POCKET'] }, wait: LONG });
    await cashIns(gateway, 1);
    await eventually(
      async () => (await gateway.data({ query: POLL, variables: { after } })).webhookEvents.nodes.length === 2,
    );
    const number = await happen(gateway);
    expect(await body).toMatchObject({ data: { webhookEvents: { nodes: [{ entityId: number }] } } });
  });

  test('is answered immediately if there are events already, and empty when its time is over', async () => {
    const after = await end();
    const begun = performance.now();
    expect((await gateway.data({ query: POLL, variables: { after, wait: 1 } })).webhookEvents.nodes).toEqual([]);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(1_000);
    const number = await happen(gateway);
    const { webhookEvents } = await gateway.data({ query: POLL, variables: { after, wait: LONG } });
    expect(webhookEvents.nodes).toEqual([{ entityId: number }]);
  });

  test('does not count as a running operation, but as a socket', async () => {
    const after = await end();
    const poll = () => send(POLL, { after, wait: LONG });
    const sent = await Promise.all(Array.from({ length: SOCKETS_MAX + 1 }, poll));
    // All but one wait, whichever arrived first.
    const [refused, answer] = await Promise.race(sent.map(async (one) => [one, await one.body] as const));
    expect(answer).toMatchObject({ errors: [{ extensions: { code: 'RATE_LIMITED' } }] });
    for (const [query, variables] of [
      [POLL, { after, wait: LONG }],
      [NEXT, { consumer: 'example', worker: 'w', wait: LONG }],
    ] as const) {
      const { status, body, headers } = await gateway.ask({ query, variables });
      expect([status, headers.get('retry-after')]).toEqual([429, '1']);
      expect(body.errors?.[0]?.extensions).toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 });
    }
    const waiting = sent.filter((one) => one !== refused);
    const reads = Array.from({ length: OPERATIONS_MAX }, () => gateway.ask({ query: '{ viewer { partner } }' }));
    expect((await Promise.all(reads)).map((answer) => answer.status)).toEqual([200, 200]);
    // A client that disconnects frees its place.
    waiting[0]?.poll.abort();
    await untilRoom();
    const number = await happen(gateway);
    for (const { body } of waiting.slice(1))
      expect(await body).toMatchObject({ data: { webhookEvents: { nodes: [{ entityId: number }] } } });
  });

  test('waits over a socket too, which can end it', async () => {
    const socket = await socketOf(gateway);
    const after = await end();
    const id = socket.subscribe(POLL, { after, wait: LONG });
    const ended = socket.subscribe(POLL, { after, wait: LONG });
    socket.send({ id: ended, type: 'complete' });
    await socket.run('{ __typename }');
    const number = await happen(gateway);
    expect((await socket.next('next', id)).payload.data.webhookEvents.nodes).toEqual([{ entityId: number }]);
    expect(socket.messages('next', ended)).toEqual([]);
    socket.webSocket.terminate();
  });

  test.each([
    ['longer than 25 s', `{ webhookEvents(wait: 26) { totalCount } }`],
    ['shorter than 0 s', `query ($wait: Int = -1) { webhookEvents(wait: $wait) { totalCount } }`],
    ['without first', `{ webhookEvents(after: "x", wait: 1) { totalCount } }`],
    ['without after', `{ webhookEvents(first: 1, wait: 1) { totalCount } }`],
    ['after null', `query ($after: String) { webhookEvents(first: 1, after: $after, wait: 1) { totalCount } }`],
    ['with last', `{ webhookEvents(last: 1, wait: 1) { totalCount } }`],
    ['with before', `{ webhookEvents(before: "x", wait: 1) { totalCount } }`],
    ['next to another root field', `{ webhookEvents(wait: 1) { totalCount } viewer { partner } }`],
    ['twice', `{ a: webhookEvents(wait: 1) { totalCount } b: webhookEvents { totalCount } }`],
    [
      'in a fragment',
      `query { ...F viewer { partner } } fragment F on Query { webhookEvents(wait: 1) { totalCount } }`,
    ],
    ['next to the schema', `{ webhookEvents(wait: 1) { totalCount } __schema { description } }`],
    [
      'as nextEvents next to another mutation',
      `mutation { nextEvents(input: { consumer: "a", worker: "w", wait: 1 }) { __typename } deleteConsumer(input: { consumer: "b" }) { __typename } }`,
    ],
    [
      'as nextEvents for too long',
      `mutation { nextEvents(input: { consumer: "a", worker: "w", wait: 26 }) { __typename } }`,
    ],
  ])('cannot wait %s', async (_case, query) => {
    const { status, body } = await gateway.ask({ query });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { code: 'BAD_USER_INPUT', argument: 'wait' }]);
  });
});

describe('nextEvents that waits', () => {
  const ask = { consumer: 'waits', worker: 'w1' };

  test('is answered at the first event that matches its filter, with a lease from then on', async () => {
    await createConsumer(gateway, { name: 'waits', filter: { contexts: ['POCKET'] }, leaseSeconds: LEASE_SECONDS });
    await cashIns(gateway, 1);
    const { body } = await send(NEXT, { ...ask, wait: LONG });
    const longerThanALease = Date.now() + 2 * LEASE_SECONDS * 1_000;
    const held = await eventually(async () =>
      (await consumersOf(gateway)).find(({ leasedUntil }) => Date.parse(leasedUntil ?? '') > longerThanALease),
    );
    // While it waits, the lease lasts for the longest wait and its own time.
    expect((await nextEvents(gateway, { ...ask, worker: 'w2', wait: 1 })).code).toBe('CONSUMER_BUSY');
    await happen(gateway);
    const answer = (await body).data['nextEvents'] as Awaited<ReturnType<typeof nextEvents>>;
    const { events, consumer } = givenBy(answer);
    expect([events.map(({ name }) => name), consumer.worker]).toEqual([['POCKET_ACCOUNT_WAS_CREATED'], 'w1']);
    expect(Date.parse(consumer.leasedUntil ?? '')).toBeLessThan(Date.parse(held.leasedUntil ?? ''));
    await ackEvents(gateway, { ...ask, through: events[0]?.cursor });
  });

  test('releases the consumer as soon as its client disconnects', async () => {
    const lasting = { consumer: 'lasts', worker: 'w1' };
    await createConsumer(gateway, { name: 'lasts', leaseSeconds: LASTING_LEASE_SECONDS });
    const { poll } = await send(NEXT, { ...lasting, wait: LONG });
    const isHeld = async () =>
      (await consumersOf(gateway)).some(({ name, worker }) => name === 'lasts' && worker === 'w1');
    await eventually(isHeld);
    expect((await nextEvents(gateway, { ...lasting, worker: 'w2' })).code).toBe('CONSUMER_BUSY');
    poll.abort();
    const taken = await eventually(async () => {
      const { consumer } = await nextEvents(gateway, { ...lasting, worker: 'w2' });
      return consumer;
    });
    expect(taken.worker).toBe('w2');
  });
});

test('a server that stops answers the requests that wait', async () => {
  const other = await Gateway.start();
  const token = await other.token('acme-pay');
  const { webhookEventsCursor: after } = await other.data({ query: '{ webhookEventsCursor }' });
  const answer = fetch(`${other.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query: POLL, variables: { after, wait: LONG } }),
  });
  await createConsumer(other, { name: 'waits' });
  const next = nextEvents(other, { consumer: 'waits', worker: 'w', wait: LONG });
  await eventually(async () => (await consumersOf(other)).some(({ worker }) => worker === 'w'));
  const begun = performance.now();
  const stopped = other.stop();
  expect(await (await answer).json()).toMatchObject({ data: { webhookEvents: { nodes: [] } } });
  expect(givenBy(await next).events).toEqual([]);
  await stopped;
  expect(performance.now() - begun).toBeLessThan(LONG * 1_000);
});

test('a request whose token expires is answered with nothing, and releases its consumer', async () => {
  const other = await Gateway.start();
  await createConsumer(other, { name: 'waits', leaseSeconds: LASTING_LEASE_SECONDS });
  const { webhookEventsCursor: after } = await other.data({ query: '{ webhookEventsCursor }' });
  const poll = async (expires_in: string, query: string, variables: object) => {
    const token = await other.freshToken('acme-pay', { expires_in });
    return other.ask({ query, variables, token }).then(({ body }) => body.data);
  };
  const lasting = poll('3600', POLL, { after, wait: LONG });
  const next = poll('60', NEXT, { consumer: 'waits', worker: 'w1', wait: LONG });
  const page = poll('60', POLL, { after, wait: LONG });
  await eventually(async () => (await consumersOf(other)).some(({ worker }) => worker === 'w1'));
  other.clock.advance(120);
  await Promise.race([
    lasting.then(() => Promise.reject(new Error('It waited to the end.'))),
    Promise.all([page, next]),
  ]);
  await happen(other);
  expect(await page).toMatchObject({ webhookEvents: { nodes: [] } });
  expect(await next).toMatchObject({ nextEvents: { events: [] } });
  expect(await nextEvents(other, { consumer: 'waits', worker: 'w2' })).toMatchObject({ consumer: { worker: 'w2' } });
  expect(await lasting).toMatchObject({ webhookEvents: { nodes: [expect.anything()] } });
  await other.stop();
});
