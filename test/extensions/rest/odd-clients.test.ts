import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { setPocketLimit } from '../../support/pockets.ts';
import { gateway } from '../../support/shared-gateway.ts';

type Headers = Readonly<Record<string, string | readonly string[]>>;

interface Sent {
  readonly method?: string;
  readonly headers?: Headers;
  readonly body?: string | Buffer;
}

const POCKETS = '/accounts/200003/pockets';
const MESSAGES = '/webhooks/processed-messages';
const LABEL = 'Férias 🏖 漢字';
const pocket = JSON.stringify({
  data: {
    user: { name: 'Ana', document: { value: '10020030169', type: 'CPF' }, birthDate: '1990-05-17' },
    ...{ currency: 'BRL', label: LABEL, useCase: 'CORPORATE_EXPENSES' },
  },
});

beforeAll(() => setPocketLimit(gateway, '200003', 100));

/** Sends a request unchanged: names of headers keep their case, and the path its slashes. */
async function send(path: string, { method = 'GET', headers = {}, body }: Sent = {}) {
  const { hostname, port } = new URL(gateway.app.url);
  const authorization = `Bearer ${await gateway.token('acme-pay')}`;
  const sent = { 'api-version': path.includes('pockets') ? '2' : '1', authorization, ...headers };
  return new Promise<{ status: number; headers: Headers; text: string }>((resolve, reject) => {
    // Two writes: without a length the body is chunked.
    const outgoing = request({ hostname, port, path, method, headers: sent, agent: false }, (response) => {
      const { statusCode: status = 0, headers: received } = response;
      buffer(response).then((bytes) => {
        resolve({ status, headers: received as Headers, text: bytes.toString() });
      }, reject);
    });
    outgoing.on('error', reject);
    if (body !== undefined) outgoing.write(body.slice(0, 7));
    outgoing.end(body?.slice(7));
  });
}

const posted = (path: string, headers: Headers = {}, body: string | Buffer = pocket) =>
  send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID(), ...headers },
    body,
  });

const period = () => {
  const day = gateway.clock.now().toISOString().slice(0, 10);
  return `startDate=${day}&endDate=${day}`;
};

describe('a body is accepted', () => {
  test.each<[string, string, Headers, string | Buffer]>([
    ['in chunks', POCKETS, {}, pocket],
    ['with any case of its headers', POCKETS, { 'Content-TYPE': 'Application/JSON; Charset="UTF-8"' }, pocket],
    ['with the content encoding identity', POCKETS, { 'content-encoding': 'identity' }, pocket],
    ['with any case of it', POCKETS, { 'content-encoding': 'Identity' }, pocket],
    ['after a byte order mark', POCKETS, {}, `\uFEFF${pocket}`],
    ['at a path with a trailing slash', `${POCKETS}/`, {}, pocket],
    ['at a path with two slashes for one', `/${POCKETS}`, {}, pocket],
    ['at a path that is encoded more than necessary', '/accounts/%32%300003/pockets', {}, pocket],
  ])('%s', async (_how, path, headers, body) => {
    const { 'Content-TYPE': named, ...others } = headers;
    const given = named === undefined ? others : { ...others, 'content-type': [], 'Content-TYPE': named };
    const { status, text } = await posted(path, given, body);
    expect([status, text.includes(LABEL)]).toEqual([201, true]);
  });
});

test.each<[string, Headers, number]>([
  ['1.0', { 'api-version': '1.0' }, 200],
  ['an equal one twice', { 'api-version': ['1.0', '1'] }, 200],
  ['two that differ', { 'api-version': ['1', '2'] }, 400],
  ['none beside a comma', { 'api-version': ',' }, 400],
])('an api-version of %s is read', async (_what, headers, status) => {
  expect(await send('/accounts/200003', { headers })).toMatchObject({ status });
});

test.each<[string, string, Headers, number]>([
  [
    'whatever else is wrong',
    POCKETS,
    { 'x-correlation-id': 'x', authorization: 'Bearer x', 'content-type': 'a/b' },
    406,
  ],
  ['but not at a path that is not served', '/accounts/200003/nothing', {}, 404],
  ['but not with a method that is not served', '/accounts/200003', {}, 405],
])('a client that accepts no JSON is refused, %s', async (_what, path, headers, wanted) => {
  const { status } = await posted(path, { accept: 'application/xml', ...headers }, pocket);
  expect(status).toBe(wanted);
});

test('an empty correlation id is none', async () => {
  const { status, headers } = await send('/accounts/200003', { headers: { 'x-correlation-id': ' ' } });
  expect([status, headers['x-correlation-id']]).toEqual([200, expect.stringMatching(/^[0-9a-f-]{36}$/)]);
});

test.each<[string, Headers, string | Buffer]>([
  ['compressed', { 'content-encoding': 'gzip' }, gzipSync(pocket)],
  ['in another charset', { 'content-type': 'application/json; charset=iso-8859-1' }, pocket],
  ['of another type', { 'content-type': 'text/plain' }, pocket],
])('a body that is %s is refused with 415', async (_how, headers, body) => {
  const { status, text } = await posted(POCKETS, headers, body);
  expect([status, text]).toEqual([415, expect.stringContaining('UNSUPPORTED_MEDIA_TYPE')]);
});

test.each([
  ['beside its members', (deep: string) => `${pocket.slice(0, -1)},"metadata":{"n":12345678901234567890},"x":${deep}}`],
  ['in one of them', (deep: string) => `${pocket.slice(0, -1)},"metadata":{"n":12345678901234567890,"x":${deep}}}`],
])('a body with arrays in arrays in arrays, %s, is refused with 400', async (_where, bodyWith) => {
  const { status } = await posted(POCKETS, {}, bodyWith('['.repeat(9_000) + ']'.repeat(9_000)));
  expect(status).toBe(400);
});

test('an idempotency key that is sent twice is refused', async () => {
  const { status, text } = await posted(POCKETS, { 'idempotency-key': [randomUUID(), randomUUID()] });
  expect([status, text]).toEqual([400, expect.stringContaining('"propertyName":"idempotency-key"')]);
});

describe('a list', () => {
  test('is found with a trailing slash, and with parameters and headers that have no effect', async () => {
    const plain = await send(`${MESSAGES}?${period()}`);
    const headers = { 'if-none-match': '"1"', range: 'bytes=0-1', 'content-type': 'application/json' };
    const odd = await send(`${MESSAGES}/?${period()}&page=&state=&sort=asc`, { headers });
    expect(plain.status).toBe(200);
    expect([odd.status, odd.text]).toEqual([200, plain.text]);
  });

  test('answers HEAD with its length and no body', async () => {
    const [got, head] = await Promise.all(['GET', 'HEAD'].map((method) => send(`${MESSAGES}?${period()}`, { method })));
    expect([head?.status, head?.text]).toEqual([200, '']);
    expect(head?.headers['content-length']).toBe(got?.headers['content-length']);
  });

  test.each(['page', 'pageSize', 'cursor', 'startDate', 'state'])('refuses %s twice', async (name) => {
    const value = name === 'startDate' ? period().slice(10, 20) : '1';
    const { status, text } = await send(`${MESSAGES}?${period()}&${name}=${value}&${name}=${value}`);
    expect(status).toBe(400);
    expect(text).toContain(`"propertyName":"${name}","messages":["Give ${name} once."]`);
  });

  test.each(['0', '-1', '1.5', '1e1', '9007199254740993', '%00'])('refuses page=%s', async (page) => {
    const { status, text } = await send(`${MESSAGES}?${period()}&page=${page}`);
    expect([status, text]).toEqual([400, expect.stringContaining('"propertyName":"page"')]);
  });

  test.each(['%C3%A9%F0%9F%8F%96', '%C3%28', '%00', 'a%20b'])('is empty for the context %s', async (context) => {
    const { status, text } = await send(`${MESSAGES}?${period()}&context=${context}`);
    expect([status, text]).toEqual([200, '{"data":[],"links":[],"meta":{"page":1,"pageSize":10,"total":0}}']);
  });
});

test('violations use the names of the request', async () => {
  const body = JSON.parse(pocket) as { data: object };
  const wrong = { data: { ...body.data, label: 5, currency: [] }, metadata: [] };
  const { text } = await posted(POCKETS, { 'idempotency-key': 'nope' }, JSON.stringify(wrong));
  expect(text).toContain('"idempotency-key must be a UUID of version 4, such as');
  expect(text).toContain('"data.label must be a text."');
  expect(text).toContain('"data.currency must be a text."');
  expect(text).toContain('"metadata must be an object."');
  const nul = JSON.stringify({ ...body, metadata: { a: '\0' } });
  expect((await posted(POCKETS, {}, nul)).text).toContain('without NUL characters and lone surrogates.');
  const search = await send(`${MESSAGES}?startDate=x&endDate=2026-01-01&page=2147483648`);
  expect(search.text).toContain('"startDate must be a calendar date that exists');
  expect(search.text).toContain('"Give a whole number from 1 to 999999999."');
});

test.each([
  [POCKETS, 'GET, POST'],
  [`${MESSAGES}/`, 'GET'],
])('%s reports its methods', async (path, allow) => {
  for (const [method, status] of [
    ['OPTIONS', 204],
    ['DELETE', 405],
  ] as const) {
    const { headers, ...answer } = await send(path, { method });
    expect([answer.status, headers['allow']]).toEqual([status, allow]);
  }
});

test.each<[string, string, Headers]>([
  ['another method', 'DELETE', {}],
  ['a bad correlation id', 'GET', { 'x-correlation-id': 'nope' }],
])('%s is answered with a generated correlation id', async (_what, method, headers) => {
  const made = await send(POCKETS, { method, headers });
  expect(made.headers['x-correlation-id']).toMatch(/^[0-9a-f-]{36}$/);
  const given = randomUUID();
  const echoed = await send(POCKETS, { method, headers: { 'x-correlation-id': given } });
  expect(echoed.headers['x-correlation-id']).toBe(given);
});
