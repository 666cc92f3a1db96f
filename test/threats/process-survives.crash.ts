import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess, TemporaryFolders } from '../support/gateway-process.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { TestSocket } from '../support/socket.ts';
import { copyOfWorld } from '../support/temporary-folders.ts';

const folders = new TemporaryFolders();
let gateway: GatewayProcess;

beforeAll(async () => {
  await buildServer();
  gateway = await GatewayProcess.start({ DATA_DIR: copyOfWorld(folders) });
});
afterAll(async () => {
  TestSocket.endAll();
  await TestProcess.endAll();
  folders.remove();
});

async function expectToLive(): Promise<void> {
  expect((await fetch(`${gateway.url}/health/live`)).status).toBe(200);
  expect(gateway.process.errors).toBe('');
}

/** Sends messages in one write, so that the server reads the second before it answers the first. */
async function sendAtOnce(messages: readonly object[]): Promise<TestSocket> {
  const connection = connect(Number(new URL(gateway.url).port), '127.0.0.1');
  const socket = await TestSocket.connect({ url: gateway.url, options: { createConnection: () => connection } });
  socket.send({ type: 'connection_init' });
  await socket.next('connection_ack');
  connection.cork();
  for (const message of messages) socket.send(message);
  connection.uncork();
  return socket;
}

describe('a socket without a token', () => {
  test.each([
    ['is cut inside a character', `a${'é'.repeat(100)}`],
    ['is cut inside an emoji', `abc${'😀'.repeat(100)}`],
    ['ends before the cut', 'a'],
  ])('is closed for a taken id, which the reason does not repeat: it %s', async (_case, id) => {
    const subscribe = { id, type: 'subscribe', payload: { query: '{ viewer { partner } }' } };
    const socket = await sendAtOnce([subscribe, subscribe]);
    expect(await socket.closed).toEqual({ code: 4409, reason: 'The id of the operation is in use.' });
    await expectToLive();
  });
});

describe('a connection', () => {
  test.each([
    ['requests a WebSocket', 'GET /graphql HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n'],
    [
      'requests a WebSocket at an invalid path',
      'GET /%ff%zz HTTP/1.1\r\nhost: a\r\nconnection: upgrade\r\nupgrade: websocket\r\n',
    ],
    ['has a path that cannot be decoded', 'GET /%ff%zz?%zz HTTP/1.1\r\nhost: a\r\n'],
    ['has a target that is not a path', 'GET http://[ HTTP/1.1\r\nhost: a\r\n'],
    [
      'has Latin-1 in its headers',
      'POST /graphql HTTP/1.1\r\nhost: a\r\nx-correlation-id: \xe9\xff\r\norigin: \xe9\r\n',
    ],
  ])('does not end the process when it %s', async (_case, head) => {
    for (const isReset of [true, false]) {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      socket.write(`${head}\r\n`, 'latin1');
      if (isReset) socket.resetAndDestroy();
      else socket.resume().end();
      await once(socket, 'close');
    }
    await expectToLive();
  });
});

describe('an uncaught error', () => {
  test.each([
    ['thrown', 'throw new TypeError("a bug")'],
    ['rejected', 'void Promise.reject(new TypeError("a bug"))'],
  ])('is logged when it is %s, and the process exits with 1 after the answer in flight', async (_case, bug) => {
    const script = `data:text/javascript,process.on('SIGUSR2',()=>{${encodeURIComponent(bug)}})`;
    const failing = await GatewayProcess.start({
      DATA_DIR: copyOfWorld(folders),
      NODE_OPTIONS: `--import="${script}"`,
    });
    const body = '{"query":"{ __typename }"}';
    const outgoing = request(`${failing.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': body.length, expect: '100-continue' },
    });
    outgoing.flushHeaders();
    await once(outgoing, 'continue');
    failing.process.send('SIGUSR2');
    await failing.process.says(/"level":60,.*"name":"TypeError".*uncaught error/);
    const answered = once(outgoing, 'response') as Promise<[IncomingMessage]>;
    outgoing.end(body);
    const [response] = await answered;
    expect(await json(response)).toMatchObject({ data: { __typename: 'Query' } });
    expect(await failing.process.ended).toMatchObject({ code: 1, signal: null });
  });
});
