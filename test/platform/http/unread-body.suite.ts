import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from '@jest/globals';
import { eventually } from '../../support/gateway.ts';
import { headOf, openConnection, readToEnd } from '../../support/raw-request.ts';
import { gateway } from '../../support/shared-gateway.ts';

const KB = 1024;
const CHUNK_BYTES = 16 * KB;
const JSON_TYPE = 'content-type: application/json';
const CLOSE = 'connection: close';
const POCKETS = '/accounts/200001/pockets';

interface Refused {
  readonly path: string;
  readonly headers: readonly string[];
  readonly kilobytes: number;
  readonly status: number;
}

const refused: readonly Refused[] = [
  { path: '/graphql', headers: [JSON_TYPE], kilobytes: 1_000, status: 413 },
  { path: '/graphql', headers: ['content-type: text/plain'], kilobytes: 200, status: 415 },
  { path: '/graphql', headers: [JSON_TYPE, 'content-encoding: gzip'], kilobytes: 200, status: 415 },
  { path: '/graphql', headers: [JSON_TYPE, 'authorization: Bearer x'], kilobytes: 200, status: 401 },
  { path: '/graphql', headers: [JSON_TYPE, 'authorization: Bearer x', CLOSE], kilobytes: 1_000, status: 401 },
  { path: '/nothing', headers: [JSON_TYPE, CLOSE], kilobytes: 1_000, status: 404 },
  { path: POCKETS, headers: [JSON_TYPE], kilobytes: 1_000, status: 413 },
  { path: POCKETS, headers: ['content-type: text/plain'], kilobytes: 200, status: 415 },
];

/** Returns the head of a request with a body. */
function requestOf({ path, headers, kilobytes }: Refused): string {
  return headOf([`POST ${path} HTTP/1.1`, 'host: localhost', ...headers, `content-length: ${kilobytes * KB}`]);
}

describe('a client that is refused before it has sent its body', () => {
  test.each(refused)('receives the answer if it first sends all: $status at $path, $headers', async (request) => {
    const socket = await openConnection(gateway.app.url);
    const failures: Error[] = [];
    socket.on('error', (error) => failures.push(error));
    socket.write(requestOf(request));
    for (let sent = 0; sent < request.kilobytes * KB; sent += CHUNK_BYTES) {
      socket.write(' '.repeat(Math.min(CHUNK_BYTES, request.kilobytes * KB - sent)));
      await wait(1);
    }
    socket.end();
    expect(await readToEnd(socket)).toMatch(new RegExp(`^HTTP/1\\.1 ${request.status} [^]*"errors":\\[[^]*\\}$`));
    expect(failures).toEqual([]);
  });

  test('receives it while it still sends, and can stop', async () => {
    const { hostname, port } = new URL(gateway.app.url);
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 * KB };
    const request = httpRequest({ hostname, port, path: '/graphql', method: 'POST', headers });
    const answered = once(request, 'response') as Promise<[IncomingMessage]>;
    for (let sent = 0; sent < 900 * KB; sent += CHUNK_BYTES) {
      request.write(Buffer.alloc(CHUNK_BYTES, ' '));
      await wait(1);
    }
    const [response] = await answered;
    expect([response.statusCode, response.headers.connection]).toEqual([413, 'close']);
    const [text] = (await once(response, 'data')) as [Buffer];
    expect(JSON.parse(text.toString())).toMatchObject({ errors: [{ extensions: { code: 'PAYLOAD_TOO_LARGE' } }] });
    request.destroy();
  });

  test('is disconnected if it never stops', async () => {
    const socket = await openConnection(gateway.app.url);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).resume();
    const lines = ['POST /graphql HTTP/1.1', 'host: localhost', JSON_TYPE, 'transfer-encoding: chunked'];
    socket.write(headOf(lines));
    const chunk = `${CHUNK_BYTES.toString(16)}\r\n${' '.repeat(CHUNK_BYTES)}\r\n`;
    while (!socket.destroyed) {
      const drained = new Promise((resolve) => socket.once('drain', resolve));
      if (!socket.write(chunk)) await Promise.race([drained, closed]);
    }
    await closed;
    expect(socket.bytesWritten).toBeGreaterThan(8 * KB * KB);
  });
});

test('a connection whose upgrade is refused is closed, even if its client keeps it open', async () => {
  const socket = await openConnection(gateway.app.url);
  let isClosed = false;
  socket.once('close', () => (isClosed = true)).on('error', () => undefined);
  socket.resume();
  socket.write(headOf(['GET /nothing HTTP/1.1', 'host: localhost', 'connection: upgrade', 'upgrade: websocket']));
  await once(socket, 'end');
  const closed = await eventually(() => {
    socket.write('more');
    return Promise.resolve(isClosed);
  });
  expect(closed).toBe(true);
});
