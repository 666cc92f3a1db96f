import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
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

/** Processor time of the gateway so far, in milliseconds. */
async function processorMs(): Promise<number> {
  const metrics = await (await fetch(`${gateway.adminUrl}/metrics`)).text();
  return 1_000 * Number(/^process_cpu_seconds_total (\S+)/m.exec(metrics)?.[1]);
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
