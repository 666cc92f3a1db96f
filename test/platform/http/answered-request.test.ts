import { once } from 'node:events';
import type { Server } from 'node:http';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createListener } from '../../../src/platform/http/listener.ts';
import { headOf, openConnection } from '../../support/raw-request.ts';

const ANSWER = 'answered early';

let server: Server;

/** Answers when some of the body has arrived, and lets the rest flow. */
beforeAll(async () => {
  server = createListener(undefined, (request, response) => {
    request.once('data', () => response.end(ANSWER));
    request.resume();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.close();
});

test('a request that has been answered gets no second answer if the rest is too many tiny chunks', async () => {
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const socket = await openConnection(`http://127.0.0.1:${port ?? 0}`);
  let arrived = '';
  const isAnswered = new Promise<void>((resolve) => {
    socket.on('data', (chunk: Buffer) => {
      arrived += chunk.toString();
      if (arrived.includes(ANSWER)) resolve();
    });
  });
  socket.on('error', () => undefined);
  socket.once('end', () => socket.destroy());
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(headOf(['POST / HTTP/1.1', 'host: localhost', 'transfer-encoding: chunked']));
  socket.write('1\r\n \r\n');
  await isAnswered;
  socket.write('1\r\n \r\n'.repeat(3_000));
  await closed;
  expect(arrived.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200']);
});
