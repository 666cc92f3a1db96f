import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import type { GraphqlBody } from '../../support/gateway.ts';
import { gateway } from '../../support/shared-gateway.ts';

const BODY_BYTES_MAX = 256 * 1024;
const JSON_TYPE = { 'content-type': 'application/json' };

async function post(
  body: string | Buffer<ArrayBuffer>,
  headers: Record<string, string> = JSON_TYPE,
  init: RequestInit = {},
) {
  const response = await fetch(`${gateway.app.url}/graphql`, { method: 'POST', headers, body, ...init });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: (await response.json()) as GraphqlBody };
}

async function expectRefused(answer: ReturnType<typeof post>, status: number, code: string) {
  const settled = await answer;
  expect(settled).toMatchObject({ status, body: { errors: [{ extensions: { code } }] } });
  expect(settled.type).toMatch(/^application\/(graphql-response\+)?json\b/);
  expect(settled.body.data).toBeUndefined();
  expect(settled.body.extensions?.correlationId).toMatch(/^[0-9a-f-]{36}$/);
  return settled.body;
}

/** A valid request of exactly `bytes` bytes. */
function requestOf(bytes: number): string {
  const empty = JSON.stringify({ query: '{ __typename }', extensions: { padding: '' } });
  return empty.replace('""', `"${'x'.repeat(bytes - empty.length)}"`);
}

/** Sends the text as a stream, whose length is not known beforehand. */
function streamOf(text: string): RequestInit {
  const chunks = text.match(/[^]{1,16384}/g) ?? [];
  return { body: ReadableStream.from(chunks.map((chunk) => Buffer.from(chunk))), duplex: 'half' };
}

describe('a body', () => {
  test('of 256 kB is read', async () => {
    expect(await post(requestOf(BODY_BYTES_MAX))).toMatchObject({ status: 200, body: { data: {} } });
  });

  test('of 256 kB is read in chunks too', async () => {
    const answer = post('', JSON_TYPE, streamOf(requestOf(BODY_BYTES_MAX)));
    expect(await answer).toMatchObject({ status: 200, body: { data: {} } });
  });

  test.each([BODY_BYTES_MAX + 1, 4 * 1024 * 1024])('of %i bytes is refused', async (bytes) => {
    await expectRefused(post(requestOf(bytes)), 413, 'PAYLOAD_TOO_LARGE');
  });

  test('above 256 kB is refused in chunks too', async () => {
    const answer = post('', JSON_TYPE, streamOf(requestOf(BODY_BYTES_MAX + 1)));
    await expectRefused(answer, 413, 'PAYLOAD_TOO_LARGE');
  });

  test.each([
    ['after a byte order mark', `\uFEFF{"query":"{ __typename }"}`],
    ['with an empty operationName', '{"query":"{ __typename }","operationName":""}'],
    ['with an empty operationName, of a new document', '{"query":"{ __typename } # new","operationName":""}'],
    ['with nulls', '{"query":"{ __typename }","operationName":null,"variables":null,"extensions":null}'],
    ['with nulls, of a new document', '{"query":"{ __typename } #","operationName":null,"variables":null}'],
  ])('%s is read', async (_case, text) => {
    for (let times = 0; times < 2; times += 1)
      expect(await post(text)).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
  });

  test.each([
    ['broken', '{"query":'],
    ['empty', ''],
    ['not JSON', 'query={__typename}'],
    ['JSON followed by something else', '{"query":"{__typename}"} x'],
    ['JSON with single quotes', "{'query':'{__typename}'}"],
    ['nested endlessly', '['.repeat(19_000)],
  ])('that is %s is refused', async (_case, text) => {
    const body = await expectRefused(post(text), 400, 'BAD_REQUEST');
    expect(body.errors?.[0]?.message).toBe('The body is not valid JSON.');
  });

  test.each([
    ['a byte that is never valid', [0xff]],
    ['an overlong slash', [0xc0, 0xaf]],
    ['half a character', [0xc3]],
    ['a surrogate', [0xed, 0xa0, 0x80]],
  ])('that is not UTF-8 is refused: %s', async (_case, bytes) => {
    const wrong = Buffer.concat([Buffer.from('{"query":"{__typename} #'), Buffer.from(bytes), Buffer.from('"}')]);
    const body = await expectRefused(post(wrong), 400, 'BAD_REQUEST');
    expect(body.errors?.[0]?.message).toBe('The body is not valid UTF-8.');
  });

  test.each([
    ['gzip', gzipSync('{"query":"{ __typename }"}')],
    ['gzip', gzipSync(Buffer.alloc(8 * 1024 * 1024))],
    ['br', Buffer.from('x')],
    ['deflate', Buffer.from('x')],
    ['gzip, gzip', Buffer.from('x')],
  ])('that is compressed with %s is refused unread', async (encoding, bytes) => {
    const headers = { ...JSON_TYPE, 'content-encoding': encoding };
    await expectRefused(post(bytes, headers), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a content type', () => {
  const query = JSON.stringify({ query: '{ __typename }' });

  test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset="UTF-8"'])(
    '%s is read',
    async (type) => {
      expect(await post(query, { 'content-type': type })).toMatchObject({ status: 200 });
    },
  );

  test.each([
    'text/plain',
    'text/plain;charset=UTF-8',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/graphql',
    'application/jsonx',
    'text/plain; application/json',
    'application/json; charset=iso-8859-1',
    'application/json; charset=utf-16',
  ])('%s is refused, so that no page of another site can send it', async (type) => {
    await expectRefused(post(query, { 'content-type': type }), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });

  test('that is missing is refused', async () => {
    await expectRefused(post(Buffer.from(query), {}), 415, 'UNSUPPORTED_MEDIA_TYPE');
  });
});

describe('a request', () => {
  test.each([
    ['a batch', [{ query: '{ __typename }' }, { query: '{ __typename }' }]],
    ['a batch of one', [{ query: '{ __typename }' }]],
    ['an empty batch', []],
    ['null', null],
    ['a string', '{ __typename }'],
    ['an empty object', {}],
    ['an object with an empty query', { query: '' }],
    ['an object with a number as query', { query: 1 }],
    ['an object with an object as query', { query: { $ne: '' } }],
    ['an object with variables that are a list', { query: '{ __typename }', variables: [] }],
    ['an object with variables that are a string', { query: '{ __typename }', variables: 'x' }],
    ['an object with extensions that are a string', { query: '{ __typename }', extensions: 'x' }],
    ['an object with a number as operationName', { query: '{ __typename }', operationName: 1 }],
  ])('is not %s', async (_case, value) => {
    const { status, body } = await post(JSON.stringify(value));
    expect(status).toBe(400);
    expect(body.errors).toHaveLength(1);
    expect(body.data).toBeUndefined();
  });

  test('is answered as application/graphql-response+json if the client accepts it', async () => {
    const headers = { ...JSON_TYPE, accept: 'application/graphql-response+json' };
    const answer = await post(JSON.stringify({ query: '{ __typename }' }), headers);
    expect(answer).toMatchObject({ status: 200, body: { data: { __typename: 'Query' } } });
    expect(answer.type).toMatch(/^application\/graphql-response\+json\b/);
  });
});
