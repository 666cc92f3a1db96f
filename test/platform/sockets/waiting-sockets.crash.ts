import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually, Gateway } from '../../support/gateway.ts';

/** Sockets that may wait for their connection_init; one address may have half of them. */
const WAITING_MAX = 40;
const [FIRST, SECOND] = ['198.51.100.1', '198.51.100.2'];

let gateway: Gateway;
const sockets: WebSocket[] = [];
/** Those that a busy machine has not served in time: their wait is over, and their places are free. */
let timedOut = 0;

/** Behind a proxy, so that a socket can name its address; tokens have no rate limit here. */
beforeEach(async () => {
  timedOut = 0;
  gateway = await Gateway.start({ environment: { TRUSTED_PROXIES: '1', SOCKETS_WAITING: String(WAITING_MAX) } });
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  await gateway.stop();
});

/** Opens a socket from an address; returns true, or the refusal. A deaf one sends a forged token, and stops reading. */
function open(address: string, isDeaf = false): Promise<true | string> {
  const options = { headers: { 'x-forwarded-for': address } };
  const socket = new WebSocket(`${gateway.app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', options);
  sockets.push(socket);
  return new Promise((resolve) => {
    socket.on('error', () => undefined);
    socket.once('close', (code: CloseCode) => {
      if (code === CloseCode.ConnectionInitialisationTimeout) timedOut += 1;
    });
    socket.once('open', () => {
      if (isDeaf) {
        socket.pause();
        socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: 'Bearer forged' } }));
      }
      resolve(true);
    });
    socket.once('unexpected-response', (_request, { statusCode, headers }) => {
      resolve(`${statusCode}, again in ${headers['retry-after']} s`);
    });
  });
}

async function refusedTokens(): Promise<number> {
  const text = await (await fetch(`${gateway.app.adminUrl}/metrics`)).text();
  return Number(/^gateway_refused_credentials_total\{reason="malformed"\} (\d+)$/m.exec(text)?.[1]);
}

test('sockets that never begin do not block other addresses, and free their places when they end', async () => {
  const opened = await Promise.all(Array.from({ length: WAITING_MAX }, () => open(FIRST)));
  const refused = opened.filter((answer) => answer !== true);
  expect(opened.length - refused.length - timedOut).toBeLessThanOrEqual(WAITING_MAX / 2);
  expect(refused.length).toBeLessThanOrEqual(WAITING_MAX / 2);
  expect(refused.every((answer) => answer === '503, again in 1 s')).toBe(true);
  expect(await open(SECOND)).toBe(true);
  for (const socket of sockets.splice(0)) socket.terminate();
  await eventually(async () => (await open(FIRST)) === true);
});

test('sockets whose token was refused keep their places until they are closed', async () => {
  for (let nth = 0; nth < WAITING_MAX / 2; nth += 1) expect(await open(FIRST, true)).toBe(true);
  await eventually(async () => (await refusedTokens()) === WAITING_MAX / 2);
  expect(await open(FIRST)).toBe('503, again in 1 s');
  expect(await open(SECOND)).toBe(true);
});
