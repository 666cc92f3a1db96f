import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { CREATE_POCKET, pocketInput } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';

const LIMIT = 12;
const WINDOW_SECONDS = 600;
const VIEWER = { query: '{ viewer { partner } }' };
const PAGES = 'query ($size: Int) { paymentAccounts(first: $size) { nodes { pockets(first: 100) { nodes { id } } } } }';

describe('a partner that sends too many requests', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start({ environment: { RATE_LIMIT: `${LIMIT}/${WINDOW_SECONDS}` } });
  });
  afterEach(() => {
    TestSocket.endAll();
  });
  afterAll(() => gateway.stop());

  test('gets with each answer what is left', async () => {
    const { body } = await gateway.ask({ ...VIEWER, client: 'gama-pay' });
    expect(body.extensions?.cost).toEqual({
      requested: 1,
      maximum: 5_000,
      remainingRequests: LIMIT - 1,
      resetSeconds: WINDOW_SECONDS,
    });
    const socket = await socketOf(gateway, 'gama-pay');
    const { extensions } = await socket.run(VIEWER.query);
    expect(extensions.cost.remainingRequests).toBe(LIMIT - 2);
  });

  test('is refused over both HTTP and sockets; mutations count separately, and others are not affected', async () => {
    const socket = await socketOf(gateway);
    for (let sent = 0; sent < LIMIT; sent += 1) expect((await gateway.ask(VIEWER)).status).toBe(200);

    const refused = await gateway.ask(VIEWER);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(WINDOW_SECONDS - 60);
    expect(refused.body.errors).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    expect(refused.body.errors?.[0]?.extensions['retryAfterSeconds']).toBe(Number(refused.headers.get('retry-after')));
    expect(refused.body.data).toBeUndefined();

    socket.send({ id: 'a', type: 'subscribe', payload: { query: 'subscription { webhookEvents { id } }' } });
    expect((await socket.next('error', 'a')).payload).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);

    const mutation = await gateway.data({ query: CREATE_POCKET, variables: { input: pocketInput() } });
    expect(mutation.createPocket).toMatchObject({ __typename: 'CreatePocketSuccess' });
    expect((await gateway.ask({ ...VIEWER, client: 'beta-pay' })).status).toBe(200);
    expect((await gateway.ask({ query: '{ errorCatalogue { code } }', client: null })).status).toBe(200);
  });

  test.each(['http', 'socket'])('counts each root mutation as a request, over %s', async (transport) => {
    const limited = await Gateway.start({ environment: { RATE_LIMIT: `${LIMIT}/${WINDOW_SECONDS}` } });
    const deletion = 'deleteWebhookConfiguration(input: { configurationId: "x" }) { __typename }';
    const many = (count: number) =>
      `mutation Many { ...on Mutation { ${Array.from({ length: count }, (_, nth) => `m${nth}: ${deletion}`).join(' ')} } }`;
    const socket = await socketOf(limited);
    const run = async (query: string) =>
      transport === 'http' ? (await limited.ask({ query })).body : { data: undefined, ...(await socket.run(query)) };
    const answered = await run(many(10));
    expect(Object.keys(answered.data as object)).toHaveLength(10);
    expect(answered.extensions?.cost).toMatchObject({ remainingRequests: LIMIT - 10 });
    const refused = await limited.ask({ query: many(3) });
    expect(refused.status).toBe(429);
    expect(refused.body.errors?.[0]?.message).toMatch(
      /^The operation has 3 root mutations, but only 2 are left for \d+ s/,
    );
    expect(Object.keys((await run(many(2))).data as object)).toHaveLength(2);
    await limited.stop();
  });

  test('is also charged for requests that are not an operation, or that it may not run', async () => {
    const client = 'beta-pay';
    const left = async () => (await gateway.ask({ ...VIEWER, client })).body.extensions?.cost?.['remainingRequests'];
    const before = (await left()) ?? 0;
    expect((await gateway.ask({ query: '{', client })).status).toBe(400);
    expect((await gateway.ask({ query: '{ nothing }', client })).status).toBe(400);
    const pocket = '{ pocket(number: "1") { id } }';
    expect((await gateway.ask({ query: pocket, client, scope: 'account.read' })).status).toBe(403);
    expect(await left()).toBe(before - 4);
  });
});

describe('an operation whose answer may be too large', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start();
  });
  afterEach(() => {
    TestSocket.endAll();
  });
  afterAll(() => gateway.stop());

  test('is refused because of its variables, with its cost', async () => {
    const { status, body } = await gateway.ask({ query: PAGES, variables: { size: 50 } });
    expect(status).toBe(400);
    expect(body.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', cost: { requested: 5_101, maximum: 5_000 } } },
    ]);
    const small = await gateway.ask({ query: PAGES, variables: { size: 49 } });
    expect(small.status).toBe(200);
    expect(small.body.extensions?.cost).toEqual({ requested: 4_999, maximum: 5_000 });
  });

  test('is refused over a socket too', async () => {
    const socket = await socketOf(gateway);
    socket.send({ id: 'a', type: 'subscribe', payload: { query: PAGES, variables: { size: 100 } } });
    expect((await socket.next('error', 'a')).payload).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('reports only its cost if there is no limit per partner', async () => {
    expect((await gateway.ask(VIEWER)).body.extensions?.cost).toEqual({ requested: 1, maximum: 5_000 });
  });
});
