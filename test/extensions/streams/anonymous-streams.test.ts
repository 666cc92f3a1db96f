import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';

/** Sockets and streams without a token; one address may have half of them. */
const SOCKETS_MAX = 4;
const [FIRST, SECOND] = ['198.51.100.1', '198.51.100.2'];

let gateway: Gateway;

/** Behind a proxy, so that a socket can name its address. */
beforeAll(async () => {
  const environment = { ROLES: 'api', TRUSTED_PROXIES: '1', SOCKETS_PER_PARTNER: String(SOCKETS_MAX) };
  gateway = await Gateway.start({ environment });
});
afterAll(async () => {
  TestSocket.endAll();
  await gateway.stop();
});

async function streamStatus(address: string): Promise<number> {
  const headers = { accept: 'text/event-stream', 'x-forwarded-for': address };
  const response = await fetch(`${gateway.app.url}/graphql/stream?query={__typename}`, { headers });
  await response.text();
  return response.status;
}

test('streams without a token count as sockets of their address', async () => {
  for (let nth = 0; nth < SOCKETS_MAX / 2; nth += 1) {
    const headers = { 'x-forwarded-for': FIRST };
    const socket = await TestSocket.connect({ url: gateway.app.url, options: { headers } });
    socket.send({ type: 'connection_init' });
    await socket.next('connection_ack');
  }
  expect([await streamStatus(FIRST), await streamStatus(SECOND)]).toEqual([429, 200]);
  TestSocket.endAll();
  await eventually(async () => (await streamStatus(FIRST)) === 200);
});
