import { once } from 'node:events';
import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { WebSocket, WebSocketServer } from 'ws';
import { FrameQueue } from '../../../src/platform/sockets/frame-queue.ts';
import { FrameTurns } from '../../../src/platform/sockets/frame-turns.ts';
import { eventually } from '../../support/gateway.ts';

const FLOOD = 30_000;

let server: WebSocketServer;

afterEach(() => {
  for (const webSocket of server.clients) webSocket.terminate();
  server.close();
});

/** Opens a socket, and returns its two ends. */
async function open(): Promise<{ client: WebSocket; webSocket: WebSocket }> {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', maxPayload: 1_024 });
  await once(server, 'listening');
  const address = server.address();
  const client = new WebSocket(`ws://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`);
  const [[webSocket]] = await Promise.all([once(server, 'connection'), once(client, 'open')]);
  return { client, webSocket };
}

describe.each([
  [
    'messages',
    'message',
    (client: WebSocket) => {
      client.send('x');
    },
  ],
  [
    'pongs',
    'pong',
    (client: WebSocket) => {
      client.pong();
    },
  ],
] as const)('a flood of %s', (_kind, event, send) => {
  test.each([
    ['open', false],
    ['about to close', true],
  ])('is read in turns by a socket that is %s', async (_state, isClosing) => {
    const { client, webSocket } = await open();
    let heard = 0;
    const queue = new FrameQueue(webSocket, new FrameTurns(), () => {
      heard += 1;
    });
    if (isClosing) queue.end();
    let arrived = 0;
    let arrivedPaused = 0;
    webSocket.on(event, () => {
      arrived += 1;
      if (webSocket.isPaused) arrivedPaused += 1;
    });
    for (let nth = 0; nth < FLOOD; nth += 1) send(client);
    await eventually(() => Promise.resolve(arrived === FLOOD && !webSocket.isPaused));
    // What had arrived already is parsed at once; nothing more is read until all of it had a turn.
    expect(arrivedPaused).toBeGreaterThan(0);
    expect(heard).toBe(isClosing ? 0 : FLOOD);
  });
});

test('the answer to a ping of ours takes no turn, any other pong does', async () => {
  const { client, webSocket } = await open();
  const turns = new FrameTurns();
  let heard = 0;
  const queue = new FrameQueue(webSocket, turns, () => {
    heard += 1;
  });
  const begin = jest.spyOn(turns, 'begin');
  for (const _ of [1, 2]) {
    queue.ping();
    await once(webSocket, 'pong');
  }
  expect([heard, begin.mock.calls.length, webSocket.isPaused]).toEqual([0, 0, false]);
  client.pong();
  await eventually(() => Promise.resolve(heard === 1));
  expect(begin).toHaveBeenCalled();
});
