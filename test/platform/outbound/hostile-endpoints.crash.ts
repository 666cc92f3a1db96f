import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, test } from '@jest/globals';
import type { OutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { clientOf, closeAll, IN_TIME_MS, listenHttp, postTo, TIMEOUT_MS } from './endpoints.ts';
import { answering, CHUNK, LONG_HEADERS, misdeeds, OK_HEAD, pour, timedOut } from './misdeeds.ts';

/** What the buffers of both ends of a connection can hold unread, in bytes. */
const BUFFERED_BYTES_MAX = 8_000_000;

afterEach(closeAll);

/** Resolves once a connection is closed, in whatever way. */
async function end(socket: Socket | undefined): Promise<void> {
  if (socket?.closed === false) await new Promise((resolve) => socket.once('close', resolve));
}

/** Creates a client whose calls should time out. */
function hurried(): OutboundClient {
  return clientOf({ timeoutMs: TIMEOUT_MS });
}

async function timed(client: OutboundClient, url: string) {
  const startedAt = performance.now();
  const outcome = await postTo(client, url);
  return { outcome, ms: performance.now() - startedAt };
}

describe('an endpoint that', () => {
  test.each(misdeeds)('%s gets an outcome in time, and its connection is closed', async (_name, write, expected) => {
    const endpoint = await answering(write);
    const [client, leastMs] = expected === timedOut ? [hurried(), TIMEOUT_MS - 1] : [clientOf(), 0];
    const { outcome, ms } = await timed(client, endpoint.url);
    expect(outcome).toMatchObject(expected);
    expect(ms).toBeLessThan(IN_TIME_MS);
    expect(outcome.elapsedMicroseconds / 1_000).toBeLessThanOrEqual(Math.ceil(ms));
    expect(outcome.elapsedMicroseconds / 1_000).toBeGreaterThan(leastMs);
    const [socket] = endpoint.sockets;
    expect(endpoint.sockets).toHaveLength(1);
    await end(socket);
    expect(socket?.bytesWritten).toBeLessThan(BUFFERED_BYTES_MAX);
  });

  test.each([
    ['hangs while dripping its body', `${OK_HEAD}content-length: 100000\r\n\r\nx`],
    ['hangs after its head', `${OK_HEAD}content-length: 5\r\n\r\n`],
  ])('%s does not delay the outcome', async (_name, head) => {
    const endpoint = await answering((socket) => socket.write(head));
    expect(await postTo(clientOf(), endpoint.url)).toHaveProperty('status', 200);
    // The connection is still open: the client would close it after a second.
    expect(endpoint.sockets).toMatchObject([{ closed: false }]);
  });

  test.each([
    [500, {}, undefined],
    [410, {}, undefined],
    [429, { 'retry-after': '120' }, '120'],
    [503, { 'Retry-After': 'Wed, 21 Oct 2026 07:28:00 GMT' }, 'Wed, 21 Oct 2026 07:28:00 GMT'],
    [308, { location: '/hook' }, undefined],
    [204, {}, undefined],
    [299, {}, undefined],
  ])('answers %i is reported with this status', async (status, headers, retryAfter) => {
    const endpoint = await listenHttp((_request, response) => response.writeHead(status, headers).end());
    expect(await postTo(clientOf(), endpoint.url)).toEqual({
      elapsedMicroseconds: expect.any(Number),
      status,
      retryAfter,
    });
    expect(endpoint.sockets).toHaveLength(1);
  });

  test('redirects to itself is called once', async () => {
    let calls = 0;
    const endpoint = await listenHttp((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: '/hook' }).end();
    });
    expect(await postTo(clientOf(), endpoint.url)).toMatchObject({ status: 302 });
    expect(calls).toBe(1);
  });

  test('does not exist is reported as refusing the connection', async () => {
    const endpoint = await listenHttp(() => undefined);
    await closeAll();
    const refused = { kind: 'connect', message: 'connection refused' };
    expect(await postTo(clientOf(), endpoint.url)).toMatchObject({ failure: refused });
    expect(await postTo(clientOf(), `http://localhost:${endpoint.port}/`)).toMatchObject({ failure: refused });
  });
});

test('all of them together do not disturb the calls to a good endpoint', async () => {
  const good = await listenHttp((request, response) => request.resume().on('end', () => response.end('ok')));
  const bad = await Promise.all(misdeeds.map(([, write]) => answering(write)));
  const client = clientOf({ timeoutMs: 5 * TIMEOUT_MS });
  const doomed = bad.flatMap(({ url }) => [postTo(client, url), postTo(client, url), postTo(client, url)]);
  const served = await Promise.all(Array.from({ length: 100 }, () => postTo(client, good.url)));
  expect(served.filter((outcome) => 'status' in outcome && outcome.status === 200)).toHaveLength(100);
  expect(await Promise.all(doomed)).toHaveLength(misdeeds.length * 3);
});

test('endless answers hold no memory', async () => {
  const endless = await answering((socket) => {
    socket.write(`${OK_HEAD}\r\n`);
    pour(socket, CHUNK);
  });
  const huge = await answering((socket) => {
    socket.write(OK_HEAD);
    pour(socket, LONG_HEADERS);
  });
  const client = clientOf({ connectionsPerOrigin: 4 });
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    const { heapUsed, external } = process.memoryUsage();
    return heapUsed + external;
  };
  const callAll = async (times: number) => {
    for (let round = 0; round < times; round += 1)
      await Promise.all([endless, huge, endless, huge].map(({ url }) => postTo(client, url)));
    await Promise.all([...endless.sockets, ...huge.sockets].map(end));
    endless.sockets.length = huge.sockets.length = 0;
  };
  await callAll(3);
  const before = held();
  await callAll(10);
  expect(held() - before).toBeLessThan(4_000_000);
});
