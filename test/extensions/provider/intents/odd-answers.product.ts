import { randomInt } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually } from '../../../support/gateway.ts';
import { CREATE_POCKET, createPocket, pocketInput } from '../../../support/pockets.ts';
import { answer, BeforeAnother } from './before-another.ts';

const USER = { name: 'Ana Exemplo', document: { value: '10020030592', type: 'CPF' }, birthDate: '1990-01-31' };
/** More than an answer can have. */
const MANY_BYTES = 2 * 1024 * 1024;
const BOMB = gzipSync(Buffer.alloc(10 * MANY_BYTES));
/** More than an answer can have, in far fewer bytes than it can have; and more than can be read within each other. */
const MANY_ELEMENTS = 20_000;
const DEEP = 10_000;
/** Between the bytes of a slow answer, in milliseconds. */
const DRIP_MS = 50;

let before: BeforeAnother;

beforeAll(async () => {
  before = await BeforeAnother.start();
});
afterAll(() => before.stop());

type Odd = (response: ServerResponse, body: string, socket: Socket) => unknown;

/** Returns an odd answer: the body of the provider, changed. */
const answering =
  (status: number, put: (body: string) => string | object, headers: Readonly<Record<string, string>> = {}): Odd =>
  (response, body) => {
    answer(response, status, put(body), headers);
  };
const asItIs = (body: string) => body;
const instead = (text: string) => () => text;

/** Returns an answer in a coding (RFC 9110, 8.4), although none was accepted. */
const packed =
  (coding: string, pack: (body: string) => Buffer): Odd =>
  (response, body) =>
    response.writeHead(201, { 'content-encoding': coding }).end(pack(body));

/** Returns the pocket that the provider has made, as it reports it. */
function providerPocket(label: string): string {
  const number = `200001${randomInt(1_000_000_000)}BRL`;
  const data = {
    ...{ number, label, currency: 'BRL', status: 'ACTIVE', reason: 'HOLDER_REQUEST', category: 'POCKET' },
    ...{ useCase: 'CORPORATE_EXPENSES', createdAt: before.gateway.clock.now().toISOString(), user: USER },
  };
  return JSON.stringify({ data });
}

/** Returns a request for a pocket; the provider answers its first call oddly, and the next as it should. */
function requestPocket(label: string, odd: Odd) {
  const input = pocketInput({ user: USER, label });
  const body = providerPocket(label);
  let calls = 0;
  before.double.answer = ({ path }, response, socket) => {
    if (!path.endsWith('/pockets')) answer(response, 404, '');
    else if ((calls += 1) === 1) odd(response, body, socket);
    else answer(response, 201, body, { 'idempotent-replayed': 'true' });
  };
  return { input, number: numberIn(body) };
}

const numberIn = (body: string) => (JSON.parse(body) as { data: { number: string } }).data.number;

test.each<[string, Odd]>([
  ['as 200', answering(200, asItIs)],
  ['as text', answering(201, asItIs, { 'content-type': 'text/html; charset=latin1' })],
  ['behind a byte order mark', answering(201, (body) => `\uFEFF${body}`)],
  [
    'after what is only on its way',
    (response, body) => {
      response.writeContinue();
      response.writeProcessing();
      response.writeEarlyHints({ link: '</style.css>; rel=preload' });
      answer(response, 201, body);
    },
  ],
  [
    'in pieces, and the connection ends with it',
    (response, body) => {
      response.writeHead(201, { connection: 'close' });
      for (const piece of body.match(/.{1,9}/gs) ?? []) response.write(piece);
      response.end();
    },
  ],
  ['as gzip', packed('gzip', (body) => gzipSync(body))],
  ['as GZIP of old', packed('X-GZIP', (body) => gzipSync(body))],
  ['as deflate', packed('deflate', (body) => deflateSync(body))],
  ['as deflate without its head', packed('deflate', (body) => deflateRawSync(body))],
  ['as br', packed('br', (body) => brotliCompressSync(body))],
  ['as zstd', packed('zstd', (body) => zstdCompressSync(body))],
  ['packed twice', packed('identity, gzip, br', (body) => brotliCompressSync(gzipSync(body)))],
  [
    'in other spellings of the same',
    answering(201, (body) =>
      body
        .replace('"ACTIVE"', '"active"')
        .replace('"BRL"', '"brl"')
        .replace('"CPF"', '"Cpf"')
        .replace('CORPORATE_EXPENSES', 'corporate_expenses')
        .replace(/(T)([0-9:.]+)(Z)/, 't$2z')
        .replace('1990-01-31', '1990-01-31T00:00:00.000+00:00'),
    ),
  ],
  ['with members that nobody knows', answering(201, (body) => ({ ...(JSON.parse(body) as object), a: [{}] }))],
])('a pocket that is reported %s is made', async (how, odd) => {
  const { input, number } = requestPocket(`Told ${how}`, odd);
  expect(await createPocket(before.gateway, input)).toMatchObject({
    __typename: 'CreatePocketSuccess',
    replayed: false,
    pocket: { number },
  });
});

test.each<[string, Odd]>([
  ['no content', (response) => response.writeHead(204).end()],
  ['nothing in it', answering(201, instead(''))],
  ['a page', answering(200, instead('<!doctype html><p>Maintenance'), { 'content-type': 'text/html' })],
  ['a list', answering(201, () => [])],
  ['null', answering(201, instead('null'))],
  ['half of it', answering(201, (body) => body.slice(0, 50))],
  ['a bomb', packed('gzip', () => BOMB)],
  ['a redirect', answering(302, instead(''), { location: 'https://elsewhere.example/' })],
  ['no status that there is', answering(599, asItIs)],
  ['more than anybody reads', answering(201, instead(' '.repeat(MANY_BYTES)))],
  ['many small elements', answering(201, (body) => `${body.slice(0, -1)},"more":[0${',0'.repeat(MANY_ELEMENTS)}]}`)],
  [
    'many packed elements',
    packed('gzip', (body) => gzipSync(`${body.slice(0, -1)},"more":[0${',0'.repeat(MANY_ELEMENTS)}]}`)),
  ],
  ['lists in lists', answering(201, (body) => `${body.slice(0, -1)},"more":${'['.repeat(DEEP)}${']'.repeat(DEEP)}}`)],
  [
    'a byte now and then',
    (response, body) => {
      response.writeHead(201);
      const drip = setInterval(() => response.write(body.slice(0, 1)), DRIP_MS);
      response.once('close', () => {
        clearInterval(drip);
      });
    },
  ],
  ['what is no HTTP', (_response, _body, socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n')],
  ['too long a head', answering(201, asItIs, { 'x-long': 'a'.repeat(20_000) })],
  ['a reset', (_response, _body, socket) => socket.resetAndDestroy()],
])('after %s it is unknown whether a pocket was made, and then settled', async (what, odd) => {
  const { input, number } = requestPocket(`After ${what}`, odd);
  const request = { query: CREATE_POCKET, variables: { input } };
  const { status, body } = await before.gateway.ask(request);
  expect([status, body.errors?.[0]?.extensions]).toMatchObject([
    503,
    { code: 'SERVICE_UNAVAILABLE', outcome: { key: input['idempotencyKey'], state: 'RUNNING' } },
  ]);
  before.gateway.clock.advance(2);
  const made = await eventually(async () => {
    const { body: again } = await before.gateway.ask(request);
    return again.errors === undefined && again.data?.createPocket;
  });
  expect(made).toMatchObject({ __typename: 'CreatePocketSuccess', replayed: true, pocket: { number } });
});
