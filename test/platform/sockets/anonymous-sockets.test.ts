import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { eventually, Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';

/** Sockets without a token; one address may have half of them. */
const SOCKETS_MAX = 12;
const [FIRST, SECOND] = ['198.51.100.1', '198.51.100.2'];

let gateway: Gateway;

/** Behind a proxy, so that a socket can name its address. */
beforeAll(async () => {
  const environment = { ROLES: 'api', TRUSTED_PROXIES: '1', SOCKETS_PER_PARTNER: String(SOCKETS_MAX) };
  gateway = await Gateway.start({ environment });
});
afterEach(() => {
  TestSocket.endAll();
});
afterAll(() => gateway.stop());

/** Opens a socket without a token from an address; returns it once acknowledged, or how it was closed. */
async function open(address: string) {
  const headers = { 'x-forwarded-for': `203.0.113.9, ${address}` };
  const socket = await TestSocket.connect({ url: gateway.app.url, options: { headers } });
  socket.send({ type: 'connection_init' });
  return eventually<TestSocket | Awaited<TestSocket['closed']>>(async () => {
    if (socket.messages('connection_ack').length > 0) return socket;
    return socket.webSocket.readyState === WebSocket.CLOSED && (await socket.closed);
  });
}

test('sockets without a token from one address leave room for other addresses, and for partners', async () => {
  const opened = [];
  for (let nth = 0; nth < SOCKETS_MAX; nth += 1) opened.push(await open(FIRST));
  const sockets = opened.filter((one) => one instanceof TestSocket);
  expect(sockets).toHaveLength(SOCKETS_MAX / 2);
  const reason = `Too many sockets without a token: at most ${SOCKETS_MAX}, and for one address half of what others leave free.`;
  expect(opened.at(-1)).toEqual({ code: 1013, reason });
  expect(await open(SECOND)).toBeInstanceOf(TestSocket);
  const payload = { Authorization: `Bearer ${await gateway.token('acme-pay')}` };
  await TestSocket.acknowledged(gateway.app.url, payload);
  sockets[0]?.webSocket.terminate();
  await eventually(async () => (await open(FIRST)) instanceof TestSocket);
});
