import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { buildServer, SERVER, TestProcess } from '../support/process.ts';
import { TestSocket } from '../support/socket.ts';
import { copyOfWorld } from '../support/temporary-folders.ts';

/** What one partner, or nobody, can send within all limits: none of it may end a process with a heap of 640 MB. */
const HEAP = '--max-old-space-size=640';

const folders = new TemporaryFolders();
let gateway: GatewayProcess;

beforeAll(buildServer);
afterEach(async () => {
  TestSocket.endAll();
  await TestProcess.endAll();
});
afterAll(() => {
  folders.remove();
});

async function start(settings: Readonly<Record<string, string>> = {}): Promise<void> {
  gateway = await GatewayProcess.start({ DATA_DIR: copyOfWorld(folders), ...settings }, HEAP, '--liftoff-only', SERVER);
}

async function post(body: object, token?: string): Promise<{ status: number; text: string }> {
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

async function expectToLive(): Promise<void> {
  expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  expect(await gateway.ask('{ viewer { partner } }')).toEqual({ viewer: { partner: 'ACME_PAY' } });
}

async function metrics(): Promise<string> {
  return (await fetch(`${gateway.adminUrl}/metrics`)).text();
}

/** Processor time of the gateway so far, in milliseconds. */
async function processorMs(): Promise<number> {
  return 1_000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(await metrics())?.[1]);
}

function isOfViews(errors: unknown): boolean {
  return JSON.stringify(errors).includes('at most 256 subscriptions');
}

/** Returns fragments, each of which spreads the next one twice. */
function doubling(levels: number, type: string, leaf: string): string {
  const fragments = Array.from(
    { length: levels },
    (_, nth) => `fragment F${nth} on ${type} { ...F${nth + 1} ...F${nth + 1} }`,
  );
  return `${fragments.join(' ')} fragment F${levels} on ${type} { ${leaf} }`;
}

const MESSAGES = `${'messages { event { '.repeat(4)} id ${'} } '.repeat(4)}`;
const NO_TYPE = `__type(name: "Nope") { ...F0 } } ${doubling(13, '__Type', 'name kind ofType { name kind }')}`;

test.each([
  ['fragments of a type that does not exist', `{ eventTypes { name } ${NO_TYPE}`],
  ['types of a page', `{ webhookEvents(first: 1) { nodes { ${MESSAGES} } } }`],
  ['types of no ids', `{ nodes(ids: []) { ... on WebhookMessage { event { ${MESSAGES} } } } }`],
])('H1: a document that is sent again is no more work than it costs: %s', async (_case, query) => {
  await start();
  const token = await gateway.freshToken();
  const before = await processorMs();
  for (let nth = 0; nth < 3; nth += 1) expect((await post({ query }, token)).status).toBe(400);
  expect((await processorMs()) - before).toBeLessThan(1_000);
  await expectToLive();
});

test('H3: a subscription keeps only what it declares, and its id has at most 256 characters', async () => {
  await start();
  const socket = await TestSocket.acknowledged(gateway.url, { authorization: `Bearer ${await gateway.freshToken()}` });
  const query = 'subscription { webhookEvents { id } }';
  socket.subscribe(query, { undeclared: 'x'.repeat(60_000) }, 'x'.repeat(256));
  expect(await socket.run('{ viewer { partner } }')).toMatchObject({ data: { viewer: { partner: 'ACME_PAY' } } });
  const held = Number(/^gateway_held_bytes\{state="operations"\} (\d+)$/m.exec(await metrics())?.[1]);
  expect(held).toBeGreaterThan(0);
  expect(held).toBeLessThan(60_000);
  socket.subscribe(query, {}, 'x'.repeat(257));
  expect(await socket.closed).toMatchObject({ code: 4400 });
});

test('H4: a partner has a bounded number of views', async () => {
  await start({ SOCKETS_PER_PARTNER: '0' });
  const authorization = `Bearer ${await gateway.freshToken()}`;
  const views = Array.from({ length: 260 }, (_, nth) => `subscription { webhookEvents { id v${nth}: name } }`);
  const sockets: TestSocket[] = [];
  for (let from = 0; from < views.length; from += 19) {
    const socket = await TestSocket.acknowledged(gateway.url, { authorization });
    sockets.push(socket);
    for (const view of views.slice(from, from + 19)) socket.subscribe(view);
    await eventually(async () => (await socket.run('{ viewer { partner } }')) !== undefined);
  }
  const refused = () => sockets.flatMap((socket) => socket.messages('error'));
  await eventually(() => Promise.resolve(refused().filter(({ payload }) => isOfViews(payload)).length === 4));
  await expectToLive();
});

test('H5: a document has an ETag, and the rate of callers without a token', async () => {
  await start({ ANONYMOUS_RATE_ADDRESS: '3/60' });
  const { headers } = await fetch(`${gateway.url}/schema.graphql`);
  const etag = headers.get('etag') ?? '';
  expect(etag).not.toBe('');
  const again = () => fetch(`${gateway.url}/schema.graphql`, { headers: { 'if-none-match': etag } });
  expect((await again()).status).toBe(304);
  await again();
  expect((await again()).status).toBe(429);
});

test('H8: documents that are invalid have the rate of others, before they are parsed', async () => {
  await start({ RATE_LIMIT: '3/60' });
  const token = await gateway.freshToken();
  const statuses = [];
  for (let nth = 0; nth < 4; nth += 1) statuses.push((await post({ query: `{ none${nth} }` }, token)).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
  // Mutations have a count of their own.
  expect((await post({ query: 'mutation { none }' }, token)).status).toBe(400);
});
