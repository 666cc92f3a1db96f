import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, test } from '@jest/globals';
import { CloseCode } from 'graphql-ws';
import { WebSocket } from 'ws';
import { eventually, Gateway } from '../../support/gateway.ts';
import { reading } from '../../support/metrics.ts';

/** Connections of the process; one address may have half of them. */
const MAX = 40;
const [FIRST, SECOND] = ['198.51.100.1', '198.51.100.2'];
/** Those that a busy machine has not served in time: their wait is over. */
let timedOut = 0;

let gateway: Gateway;
const connections: Socket[] = [];
const sockets: WebSocket[] = [];

afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.terminate();
  for (const connection of connections.splice(0)) connection.destroy();
  await gateway.stop();
});

describe('connections of one address', () => {
  const port = () => Number(new URL(gateway.app.url).port);

  /** Opens a connection from an address of this machine, asks for the health of the process, and returns the answer. */
  async function answerTo(localAddress: string): Promise<string> {
    const connection = connect({ host: '127.0.0.1', port: port(), localAddress });
    connections.push(connection);
    connection.on('error', () => undefined);
    connection.write('GET /health/live HTTP/1.1\r\nhost: localhost\r\n\r\n');
    const [first] = await Promise.race([once(connection, 'data'), once(connection, 'close')]);
    return String(first).split('\r\n')[0] ?? '';
  }

  test('leave half to others, over HTTP as over sockets, and are counted', async () => {
    gateway = await Gateway.start({ environment: { CONNECTIONS_MAX: String(MAX), HOST: '127.0.0.1' } });
    const answers: string[] = [];
    while (answers.length < MAX) answers.push(await answerTo('127.0.0.1'));
    const served = answers.filter((answer) => answer === 'HTTP/1.1 200 OK').length;
    expect([served, new Set(answers).size]).toEqual([MAX / 2, 2]);
    const socket = new WebSocket(`ws://127.0.0.1:${port()}/graphql`, 'graphql-transport-ws');
    const [error] = await once(socket, 'error');
    expect(error).toBeInstanceOf(Error);
    expect(await answerTo('127.0.0.2')).toBe('HTTP/1.1 200 OK');
    expect(await reading(gateway, 'gateway_connections{state="open"}')).toBe(MAX / 2 + 1);
    expect(await reading(gateway, 'gateway_connections{state="refused"}')).toBe(MAX / 2 + 1);
    for (const connection of connections.splice(0)) connection.destroy();
    await eventually(async () => (await answerTo('127.0.0.1')) === 'HTTP/1.1 200 OK');
  });
});

describe('sockets of one address behind a proxy', () => {
  const startBehindProxy = async () => {
    gateway = await Gateway.start({ environment: { TRUSTED_PROXIES: '1', CONNECTIONS_MAX: String(MAX) } });
  };

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

  test('leave half to others, and free their places when they end', async () => {
    timedOut = 0;
    await startBehindProxy();
    const opened: (true | string)[] = [];
    while (opened.length < MAX) opened.push(await open(FIRST));
    const refused = opened.filter((answer) => answer !== true);
    expect(opened.length - refused.length - timedOut).toBeLessThanOrEqual(MAX / 2);
    expect(new Set(refused)).toEqual(new Set(['503, again in 1 s']));
    await eventually(async () => (await open(SECOND)) === true);
    for (const socket of sockets.splice(0)) socket.terminate();
    await eventually(async () => (await open(FIRST)) === true);
  });

  test('keep their places until they are closed, whatever became of them', async () => {
    await startBehindProxy();
    for (let nth = 0; nth < MAX / 2; nth += 1) expect(await open(FIRST, true)).toBe(true);
    await eventually(async () => (await refusedTokens()) === MAX / 2);
    expect(await open(FIRST)).toBe('503, again in 1 s');
    expect(await open(SECOND)).toBe(true);
  });
});
