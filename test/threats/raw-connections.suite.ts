import { connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from '../support/webhooks.ts';
import { gateway } from '../support/sandbox-gateway.ts';

const HALF_OPEN = 300;
/** Limit of processor time of a query beside them, in microseconds: a second (reliability), also on a busy machine. */
const PROCESSOR_MICROSECONDS_MAX = 1_000_000;

let token: string;
const open: Socket[] = [];

beforeAll(async () => {
  token = await gateway.token('acme-pay');
});
afterEach(() => {
  for (const socket of open.splice(0)) socket.destroy();
});

async function connected(): Promise<Socket> {
  const socket = connect(Number(new URL(gateway.app.url).port), '127.0.0.1');
  open.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/** Sends raw bytes, and returns what is received until the connection ends or is idle for a second. */
async function answerTo(text: string): Promise<string> {
  const socket = await connected();
  let answer = '';
  socket.setEncoding('latin1').on('data', (data: string) => (answer += data));
  socket.setTimeout(1_000, () => socket.end());
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

const CASH_IN = JSON.stringify({
  query: 'mutation { simulateCashIn(input: { accountNumber: "200001", amount: "1.00", rail: TED }) { __typename } }',
});

function post(...headers: string[]): string {
  const all = ['host: localhost', 'content-type: application/json', `authorization: Bearer ${token}`, ...headers];
  return `POST /graphql HTTP/1.1\r\n${all.join('\r\n')}\r\n\r\n`;
}

/** Returns a body of one chunk. */
function chunked(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`;
}

async function moneyIn(): Promise<number> {
  const [row] = await sql<{ count: number }>(gateway, 'select count(*)::int as "count" from cash_in');
  return row?.count ?? 0;
}

describe('a request with an ambiguous end', () => {
  test.each<[string, () => string]>([
    ['two lengths', () => post(`content-length: ${CASH_IN.length}`, 'content-length: 0') + CASH_IN],
    ['two lengths in one header', () => post(`content-length: ${CASH_IN.length}, ${CASH_IN.length}`) + CASH_IN],
    [
      'a length and chunks',
      () => post(`content-length: ${CASH_IN.length}`, 'transfer-encoding: chunked') + chunked(CASH_IN),
    ],
    [
      'chunks and a length',
      () => post('transfer-encoding: chunked', `content-length: ${CASH_IN.length}`) + chunked(CASH_IN),
    ],
    ['an unknown coding', () => post('transfer-encoding: xchunked') + chunked(CASH_IN)],
    ['chunks that are not the last coding', () => post('transfer-encoding: chunked, identity') + chunked(CASH_IN)],
    ['chunks twice', () => post('transfer-encoding: chunked', 'transfer-encoding: identity') + chunked(CASH_IN)],
    ['a folded coding', () => post('transfer-encoding:\r\n chunked', 'content-length: 4') + chunked(CASH_IN)],
    ['a space before the colon', () => post('transfer-encoding : chunked', 'content-length: 4') + chunked(CASH_IN)],
    ['a length with a sign', () => post(`content-length: +${CASH_IN.length}`) + CASH_IN],
    ['a hexadecimal length', () => post(`content-length: 0x${CASH_IN.length.toString(16)}`) + CASH_IN],
    ['a negative length', () => post('content-length: -1') + CASH_IN],
    ['an invalid chunk size', () => `${post('transfer-encoding: chunked')}zz\r\n${CASH_IN}\r\n0\r\n\r\n`],
    ['lines that end in LF only', () => post(`content-length: ${CASH_IN.length}`).replaceAll('\r\n', '\n') + CASH_IN],
    ['a NUL in a header', () => post('x: a\0b', `content-length: ${CASH_IN.length}`) + CASH_IN],
  ])('is not executed: %s', async (_case, request) => {
    const before = await moneyIn();
    // Followed by what a confused server would read as a second request.
    const answer = await answerTo(request() + post(`content-length: ${CASH_IN.length}`) + CASH_IN);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).not.toContain('SimulateCashInSuccess');
    expect(await moneyIn()).toBe(before);
  });

  test('is executed if the end is clear', async () => {
    expect(await answerTo(post(`content-length: ${CASH_IN.length}`) + CASH_IN)).toContain('SimulateCashInSuccess');
  });
});

describe('beside 300 half-open connections', () => {
  test.each<[string, () => string]>([
    ['in a header', () => 'POST /graphql HTTP/1.1\r\nhost: localhost\r\nx: '],
    ['in a body', () => `${post('content-length: 100000')}{"query":"`],
    ['in a chunk', () => `${post('transfer-encoding: chunked')}fff\r\n{`],
    ['before the first byte', () => ''],
  ])('a query is answered within a second: %s', async (_where, beginning) => {
    const sockets = await Promise.all(Array.from({ length: HALF_OPEN }, connected));
    for (const socket of sockets) socket.write(beginning());
    const began = process.cpuUsage();
    expect(await gateway.data({ query: '{ viewer { partner } }' })).toEqual({ viewer: { partner: 'ACME_PAY' } });
    const { user, system } = process.cpuUsage(began);
    expect(user + system).toBeLessThan(PROCESSOR_MICROSECONDS_MAX);
    // The query did not wait for their timeouts, which take seconds.
    expect(sockets.filter(({ destroyed }) => destroyed)).toEqual([]);
  });
});
