import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { Gateway } from '../../support/gateway.ts';
import { LIVE_EVENTS, socketOf } from '../../support/live-events.ts';
import { TestSocket } from '../../support/socket.ts';

const SOCKETS_PER_PARTNER = 4;

let gateway: Gateway;
let url: string;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', SOCKETS_PER_PARTNER: String(SOCKETS_PER_PARTNER) } });
  url = gateway.app.url;
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => gateway.stop());

const INIT = { type: 'connection_init' };

describe('a socket', () => {
  test.each([
    [
      'subscribes before it is acknowledged',
      [{ id: '1', type: 'subscribe', payload: { query: '{ __typename }' } }],
      4401,
    ],
    ['initialises twice', [INIT, INIT], 4429],
    ['sends something other than JSON', [INIT, '{nope'], 4400],
    ['sends an unknown type', [INIT, { type: 'zzz' }], 4400],
    ['sends what only a server may', [INIT, { type: 'next', id: '1', payload: {} }], 4400],
    ['subscribes without an id', [INIT, { type: 'subscribe', payload: { query: '{ __typename }' } }], 4400],
    ['subscribes without a query', [INIT, { id: '1', type: 'subscribe', payload: {} }], 4400],
    ['sends a payload that is not an object', [{ type: 'connection_init', payload: [] }], 4400],
    ['says nothing', [], 4408],
  ])('that %s is closed', async (_case, messages, code) => {
    const socket = await TestSocket.connect({ url });
    for (const message of messages) socket.send(message);
    expect(await socket.closed).toMatchObject({ code });
  });

  test('that uses an id for two concurrent operations is closed', async () => {
    const socket = await socketOf(gateway);
    socket.subscribe(LIVE_EVENTS, {}, 'same');
    socket.subscribe(LIVE_EVENTS, {}, 'same');
    expect(await socket.closed).toMatchObject({ code: 4409 });
  });

  test('that sends a frame of more than 64 kB is closed', async () => {
    const socket = await socketOf(gateway);
    socket.send('x'.repeat(64 * 1024 + 1));
    expect(await socket.closed).toMatchObject({ code: 1009 });
  });

  test('may send a message in 64 fragments; one in more is closed', async () => {
    const socket = await socketOf(gateway);
    const sendIn = (fragments: number) => {
      for (let nth = 1; nth < fragments; nth += 1) socket.webSocket.send(' ', { fin: false });
      socket.webSocket.send('{"type":"ping"}');
    };
    sendIn(64);
    expect(await socket.next('pong')).toEqual({ type: 'pong' });
    sendIn(65);
    expect(await socket.closed).toMatchObject({ code: 1008 });
  });

  test('receives a pong with the payload of its ping', async () => {
    const socket = await socketOf(gateway);
    socket.send({ type: 'ping', payload: { nth: 1 } });
    expect(await socket.next('pong')).toEqual({ type: 'pong', payload: { nth: 1 } });
  });

  test('runs 20 concurrent operations, and refuses another until one has ended', async () => {
    const socket = await socketOf(gateway);
    const ids = Array.from({ length: 20 }, () => socket.subscribe(LIVE_EVENTS));
    const refused = socket.subscribe(LIVE_EVENTS);
    expect((await socket.next('error', refused)).payload).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    socket.send({ type: 'complete', id: ids[0] ?? '' });
    expect(await socket.run('{ __typename }')).toMatchObject({ data: { __typename: 'Query' } });
  });

  test('beyond the limit of a partner is closed, to be retried later; other partners have their own limit', async () => {
    for (let opened = 0; opened < SOCKETS_PER_PARTNER; opened += 1) await socketOf(gateway);
    const socket = await TestSocket.connect({ url });
    socket.send({ ...INIT, payload: { Authorization: `Bearer ${await gateway.token('acme-pay')}` } });
    expect(await socket.closed).toMatchObject({ code: 1013 });
    await socketOf(gateway, 'beta-pay');
  });

  test.each([
    ['no subprotocol', undefined],
    ['another subprotocol', 'graphql-ws'],
  ])('with %s is not opened', async (_case, subprotocol) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, subprotocol);
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    expect([1006, 4406]).toContain(await closed);
  });

  test.each([
    ['another path', '/health/live', {}, 404],
    ['an unknown origin', '/graphql', { origin: 'https://evil.example' }, 403],
  ])('is not opened for %s', async (_case, path, headers, status) => {
    const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, 'graphql-transport-ws', { headers });
    socket.on('error', () => undefined);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, { statusCode: number }];
    expect(response.statusCode).toBe(status);
  });
});
