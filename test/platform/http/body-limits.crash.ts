import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';

const MEMORY_MB = 8;
const BODY_BYTES = 2 * 1024 * 1024;
/** More than fit into the memory, if each of them were kept. */
const BODIES = 12;

let gateway: Gateway;
const sockets: Socket[] = [];

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { BODY_MEMORY_MB: String(MEMORY_MB) } });
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => gateway.stop());

/** Begins a request whose body lacks its last byte. */
async function begin(client: string | null): Promise<Socket> {
  const { host, hostname, port } = new URL(gateway.app.url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  const bearer = client === null ? '' : `authorization: Bearer ${await gateway.token(client)}\r\n`;
  const bytes = client === null ? 256 * 1024 : BODY_BYTES;
  socket.write(`POST /graphql HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\n${bearer}`);
  socket.write(`content-length: ${bytes}\r\n\r\n${' '.repeat(bytes - 1)}`);
  return socket;
}

/** Returns the first answer to any of many unfinished requests. */
async function firstAnswer(client: string | null, bodies: number): Promise<string> {
  const begun = await Promise.all(Array.from({ length: bodies }, () => begin(client)));
  return Promise.race(begun.map(async (socket) => String(await once(socket, 'data'))));
}

test('a partner that sends more than fits into memory is refused, and others are served', async () => {
  const refusal = await firstAnswer('acme-pay', BODIES);
  expect(refusal).toMatch(/^HTTP\/1\.1 503 /);
  expect(refusal).toMatch(/\r\nretry-after: 1\r\n/i);
  expect(refusal).toMatch(/"SERVICE_UNAVAILABLE"/);
  expect(refusal).toMatch(`Concurrent request bodies are limited to ${MEMORY_MB} MB`);
  const query = `{ viewer { partner } }${' '.repeat(200_000)}`;
  expect(await gateway.data({ query, client: 'beta-pay' })).toEqual({ viewer: { partner: 'BETA_PAY' } });
});

test('memory that is taken for a request is released when it ends', async () => {
  await firstAnswer('acme-pay', BODIES);
  for (const socket of sockets.splice(0)) socket.destroy();
  const query = `{ viewer { partner } }${' '.repeat(1_500_000)}`;
  const answered = await eventually(async () => {
    const { status, body } = await gateway.ask({ query });
    return status !== 503 && body;
  });
  expect(answered.errors?.[0]).toMatchObject({ message: expect.stringContaining('256 kB') });
});

test('clients without a token are limited by address, and partners are served', async () => {
  expect(await firstAnswer(null, 40)).toMatch(/^HTTP\/1\.1 503 /);
  expect(await gateway.data({ query: '{ viewer { partner } }' })).toEqual({ viewer: { partner: 'ACME_PAY' } });
});

/** Sends variables exactly as written; returns the answer. */
async function answerTo(variables: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${gateway.app.url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${await gateway.token('acme-pay')}` },
    body: `{"query":"{ viewer { partner } }","variables":${variables}}`,
  });
  return { status: response.status, body: await response.json() };
}

test('a string may contain any number of brackets and commas', async () => {
  expect(await answerTo(`{"text":"${'\\\\\\",[{'.repeat(20_001)}"}`)).toMatchObject({ status: 200 });
});

test.each([
  ['lists in lists', (marks: number) => `{"list":${'['.repeat(marks)}${']'.repeat(marks)}}`],
  ['a long list', (marks: number) => `{"list":[${'0,'.repeat(marks)}0]}`],
  ['objects in objects', (marks: number) => `${'{"a":'.repeat(marks)}0${'}'.repeat(marks)}`],
])('a body that would take long to parse is refused unparsed: %s', async (_what, variables) => {
  expect(await answerTo(variables(19_990))).toMatchObject({ status: 200 });
  expect(await answerTo(variables(20_001))).toMatchObject({
    status: 400,
    body: { errors: [{ message: 'The body has too many lists, objects and commas: at most 20000.' }] },
  });
});

describe('a partner that sends large bodies', () => {
  const requests = 3;
  let limited: Gateway;

  beforeAll(async () => {
    limited = await Gateway.start({ environment: { RATE_LIMIT: `${requests}/3600` } });
  });
  afterAll(() => limited.stop());

  test('is refused beyond a limit, but can still send small ones; other partners are not affected', async () => {
    const large = `{ viewer { partner } }${' '.repeat(50_000)}`;
    const answers = [];
    for (let sent = 0; sent <= 2 * requests; sent += 1) answers.push(await limited.ask({ query: large }));
    const { status, headers, body } = answers.at(-1) ?? { status: 0 };
    expect([status, Number(headers?.get('retry-after')) > 0]).toEqual([429, true]);
    expect(body?.errors?.[0]).toMatchObject({
      message: expect.stringMatching(
        /^At most 6 bodies of more than 16 kB are accepted in 3600 s: wait \d+ s, or send fewer/,
      ),
      extensions: { code: 'RATE_LIMITED' },
    });
    const query = 'mutation { deleteWebhookConfiguration(input: { configurationId: "none" }) { __typename } }';
    expect((await limited.ask({ query })).status).toBe(200);
    expect((await limited.ask({ query: large, client: 'beta-pay' })).status).toBe(200);
  });
});
