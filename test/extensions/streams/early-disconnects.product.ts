import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, Gateway } from '../../support/gateway.ts';
import { TestStream } from '../../support/streams.ts';

const SOCKETS_PER_PARTNER = 3;
const ATTEMPTS = 60;
const QUERY = 'subscription { webhookEvents { id } }';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { ROLES: 'api', SOCKETS_PER_PARTNER: String(SOCKETS_PER_PARTNER) } });
});
afterAll(async () => {
  TestStream.endAll();
  await gateway.stop();
});

/** Requests a stream with a token that is not known yet, and disconnects when the request is written. */
async function requestAndDisconnect(): Promise<void> {
  const token = await gateway.freshToken('acme-pay');
  const socket = connect(Number(new URL(gateway.app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  const head = [
    `GET /graphql/stream?${new URLSearchParams({ query: QUERY }).toString()} HTTP/1.1`,
    ...['host: localhost', 'accept: text/event-stream', `authorization: Bearer ${token}`],
  ];
  await new Promise((written) => socket.write(`${head.join('\r\n')}\r\n\r\n`, written));
  socket.destroy();
}

test('clients that disconnect while their token is checked take no place of their partner', async () => {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) await requestAndDisconnect();
  const token = await gateway.token('acme-pay');
  const open = () => TestStream.events({ url: gateway.app.url, token, query: QUERY });
  for (let opened = 0; opened < SOCKETS_PER_PARTNER; opened += 1)
    await eventually(async () => (await open()).status === 200);
  expect((await open()).status).toBe(429);
});
