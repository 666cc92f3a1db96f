import { afterEach, describe, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';

const FLOOD = 50_000;
const QUERIES = 20;
const SUBSCRIBE = (nth: number) =>
  JSON.stringify({ id: String(nth), type: 'subscribe', payload: { query: '{ viewer { partner } }' } });

let gateway: Gateway;

afterEach(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

/** Sends a query for others, some times, while a socket floods. */
async function askOthers(): Promise<void> {
  const query = '{ viewer { partner } }';
  for (let sent = 0; sent < QUERIES; sent += 1)
    expect(await gateway.data({ query, client: 'beta-pay' })).toEqual({ viewer: { partner: 'BETA_PAY' } });
}

async function begin(rate: string): Promise<TestSocket> {
  gateway = await Gateway.start({ environment: { RATE_LIMIT: rate } });
  const token = await gateway.token('acme-pay');
  return TestSocket.acknowledged(gateway.app.url, { Authorization: `Bearer ${token}` });
}

describe('a client that floods a socket with frames of the protocol itself', () => {
  test('is not read for a while, and others are answered meanwhile', async () => {
    gateway = await Gateway.start({ environment: { RATE_LIMIT: '50/3600' } });
    const socket = await TestSocket.acknowledged(gateway.app.url);
    for (let nth = 0; nth < FLOOD; nth += 1) socket.webSocket.pong();
    socket.send({ type: 'ping' });
    await askOthers();
    expect(socket.messages('pong')).toEqual([]);
    expect(socket.webSocket.readyState).toBe(socket.webSocket.OPEN);
  });

  test('is read again, and none of its messages is lost', async () => {
    gateway = await Gateway.start({ environment: { RATE_LIMIT: '50/1' } });
    const socket = await TestSocket.acknowledged(gateway.app.url);
    for (let nth = 0; nth < 3_000; nth += 1) socket.webSocket.pong();
    socket.send({ type: 'ping' });
    expect(await socket.next('pong')).toEqual({ type: 'pong' });
  });
});

describe('a partner that sends more frames than its rate allows', () => {
  test('is not read for a while, and others are answered meanwhile', async () => {
    const socket = await begin('50/3600');
    for (let nth = 0; nth < FLOOD; nth += 1) socket.send(SUBSCRIBE(nth));
    await eventually(() => Promise.resolve(socket.received.length > 0));
    await askOthers();
    // What the kernel has buffered is read a chunk at a time: never all of it.
    expect(socket.received.length).toBeLessThan(FLOOD / 2);
    expect(socket.webSocket.readyState).toBe(socket.webSocket.OPEN);
  });

  test('is read again when the window is over', async () => {
    const frames = 300;
    const socket = await begin('5/1');
    for (let nth = 0; nth < frames; nth += 1) socket.send(SUBSCRIBE(nth));
    const answered = () => new Set(socket.received.map(({ id }) => id).filter((id) => id !== undefined)).size;
    expect(await eventually(() => Promise.resolve(answered() === frames))).toBe(true);
  });
});
