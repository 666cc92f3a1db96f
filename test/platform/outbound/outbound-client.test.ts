import { createServer as createTlsServer } from 'node:https';
import { text } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import {
  clientOf,
  closeAll,
  IN_TIME_MS,
  listen,
  listenHttp,
  listenRaw,
  postTo,
  resolverOf,
  silentEndpoint,
  TIMEOUT_MS,
} from './endpoints.ts';
import { SELF_SIGNED } from './self-signed-certificate.ts';

const trusted = getCACertificates('default');

afterEach(async () => {
  await closeAll();
  setDefaultCACertificates(trusted);
});

describe('a call', () => {
  test('sends the body byte by byte, and adds to the given headers only those that HTTP needs', async () => {
    const { promise: request, resolve } = Promise.withResolvers<string>();
    const endpoint = await listenRaw((socket) =>
      socket.once('data', (bytes) => {
        resolve(bytes.toString());
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n');
      }),
    );
    const headers = { publicKey: 'pk_1', 'user-agent': 'gateway', 'content-type': 'application/json; charset=utf-8' };
    const body = Buffer.from('{"name":"João"}');
    const outcome = await clientOf().post({ url: `${endpoint.url}?a=1&b=%20`, headers, body });
    expect(outcome).toEqual({ elapsedMicroseconds: expect.any(Number), status: 200, retryAfter: undefined });
    expect((await request).split('\r\n')).toEqual([
      'POST /hook?a=1&b=%20 HTTP/1.1',
      `host: 127.0.0.1:${endpoint.port}`,
      'connection: keep-alive',
      'publicKey: pk_1',
      'user-agent: gateway',
      'content-type: application/json; charset=utf-8',
      'content-length: 16',
      '',
      '{"name":"João"}',
    ]);
  });

  test('reuses the connection of earlier calls', async () => {
    const endpoint = await listenHttp((request, response) => request.resume().on('end', () => response.end('ok')));
    const client = clientOf();
    for (let calls = 0; calls < 20; calls += 1)
      expect(await postTo(client, endpoint.url)).toHaveProperty('status', 200);
    // The outcome is known before the answer ends: a call made in between opens a second connection.
    expect(endpoint.sockets.length).toBeLessThanOrEqual(2);
  });

  test('waits for its turn when all connections are taken, within its own timeout', async () => {
    const endpoint = await silentEndpoint();
    const client = clientOf({ connectionsPerOrigin: 2, timeoutMs: TIMEOUT_MS });
    const startedAt = performance.now();
    const calls = Array.from({ length: 50 }, () => postTo(client, endpoint.url));
    await Promise.race(calls);
    // When the first is over; from then on others can have their turn, for the rest of their own timeout.
    expect(endpoint.sockets.length).toBeLessThanOrEqual(2);
    const outcomes = await Promise.all(calls);
    // If timeouts began with the turn, the last call would be the 25th on its connection.
    expect(performance.now() - startedAt).toBeLessThan(12 * TIMEOUT_MS);
    expect(new Set(outcomes.map((outcome) => 'failure' in outcome && outcome.failure.kind))).toEqual(
      new Set(['timeout']),
    );
  });

  test('is not sent if it times out before its turn', async () => {
    const bodies: string[] = [];
    const { promise: areOver, resolve: allowEnd } = Promise.withResolvers<unknown>();
    const endpoint = await listenHttp((request, response) => {
      void text(request).then((body) => {
        bodies.push(body);
        // The answer's head gives the first call its outcome; its connection is taken until the answer ends.
        response.flushHeaders();
        void (body === 'first' ? areOver : Promise.resolve()).then(() => response.end());
      });
    });
    // Shorter than the second for which the client waits for the end of an answer.
    const client = clientOf({ connectionsPerOrigin: 1, timeoutMs: 2 * TIMEOUT_MS });
    const post = (body: string) => client.post({ url: endpoint.url, headers: {}, body });
    expect(await post('first')).toHaveProperty('status', 200);
    const late = await Promise.all([post('second'), post('third')]);
    expect(late).toMatchObject([{ failure: { kind: 'timeout' } }, { failure: { kind: 'timeout' } }]);
    allowEnd(undefined);
    expect(await post('last')).toHaveProperty('status', 200);
    expect(bodies).toEqual(['first', 'last']);
  });

  test('ends when its signal is aborted, even if it has not begun', async () => {
    const endpoint = await silentEndpoint();
    const client = clientOf({ timeoutMs: 60_000 });
    const cancel = new AbortController();
    const outcome = postTo(client, endpoint.url, cancel.signal);
    await endpoint.reached;
    cancel.abort();
    const cancelled = { failure: { kind: 'aborted', message: 'the call was cancelled' } };
    expect(await outcome).toMatchObject(cancelled);
    expect(await postTo(client, endpoint.url, cancel.signal)).toMatchObject(cancelled);
  });

  test('with a header that cannot be sent throws, as it is a bug', async () => {
    const endpoint = await silentEndpoint();
    const headers = { 'x-forged': 'a\r\nb: c' };
    await expect(clientOf().post({ url: endpoint.url, headers, body: '' })).rejects.toThrow('invalid x-forged header');
    expect(endpoint.sockets).toHaveLength(0);
  });

  test.each([
    ['has no address', () => Promise.resolve([]), 'the host name has no address'],
    [
      'is not known',
      () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })),
      'the host name has no address',
    ],
    [
      'cannot be looked up',
      () => Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' })),
      'the host name could not be looked up',
    ],
  ])('to a name that %s is a DNS failure', async (_what, resolveHost, message) => {
    const client = clientOf({ resolveHost });
    expect(await postTo(client, 'https://partner.example/')).toMatchObject({ failure: { kind: 'dns', message } });
    expect(await client.checkHost('https://partner.example/')).toBe('unresolved');
  });

  test('to a name for which no name server answers ends in time', async () => {
    const client = clientOf({ resolveHost: () => new Promise(() => undefined), timeoutMs: TIMEOUT_MS });
    const startedAt = performance.now();
    expect(await postTo(client, 'http://partner.example/')).toMatchObject({ failure: { kind: 'timeout' } });
    expect(await client.checkHost('http://partner.example/')).toBe('unresolved');
    expect(performance.now() - startedAt).toBeLessThan(IN_TIME_MS);
  });
});

describe('over TLS, a call', () => {
  const greet = () => listen(createTlsServer(SELF_SIGNED, (_request, response) => response.end('ok')));
  const resolveHost = resolverOf(['127.0.0.1']);

  test.each([
    ['is not trusted', 'hook.example', [], 'the certificate is not trusted'],
    ['is for another host', 'partner.example', [SELF_SIGNED.cert], 'the certificate is for another host'],
  ])('fails when the certificate %s', async (_what, host, authorities, message) => {
    const endpoint = await greet();
    setDefaultCACertificates([...trusted, ...authorities]);
    const outcome = await postTo(clientOf({ resolveHost }), `https://${host}:${endpoint.port}/`);
    expect(outcome).toMatchObject({ failure: { kind: 'tls', message } });
  });

  test('succeeds when the certificate is for the name, whatever address it leads to', async () => {
    const endpoint = await greet();
    setDefaultCACertificates([...trusted, SELF_SIGNED.cert]);
    const outcome = await postTo(clientOf({ resolveHost }), `https://hook.example:${endpoint.port}/`);
    expect(outcome).toMatchObject({ status: 200 });
  });

  test('fails when the endpoint does not speak TLS, or closes during the handshake', async () => {
    const failure = { kind: 'tls', message: 'the TLS handshake failed' };
    const plain = await listenHttp((_request, response) => response.end());
    const closing = await listenRaw((socket) => socket.once('data', () => socket.destroy()));
    for (const { port } of [plain, closing])
      expect(await postTo(clientOf(), `https://127.0.0.1:${port}/`)).toMatchObject({ failure });
  });

  test('ends in time when the handshake hangs', async () => {
    const endpoint = await silentEndpoint();
    const outcome = await postTo(clientOf({ timeoutMs: TIMEOUT_MS }), `https://127.0.0.1:${endpoint.port}/`);
    expect(outcome).toMatchObject({ failure: { kind: 'timeout' } });
  });
});

describe('a client that closes', () => {
  test('lets calls in flight end, accepts no more, and leaves no connection', async () => {
    const { promise: reached, resolve: reach } = Promise.withResolvers<unknown>();
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<unknown>();
    const endpoint = await listenHttp((_request, response) => {
      reach(undefined);
      void mayAnswer.then(() => response.end());
    });
    const client = clientOf({ timeoutMs: 60_000 });
    const outcome = postTo(client, endpoint.url);
    await reached;
    const closed = client.close();
    expect(await postTo(client, endpoint.url)).toMatchObject({ failure: { kind: 'aborted' } });
    answer(undefined);
    expect(await outcome).toMatchObject({ status: 200 });
    await closed;
    expect(endpoint.sockets).toHaveLength(1);
    const [socket] = endpoint.sockets;
    if (socket?.closed === false) await new Promise((resolve) => socket.once('close', resolve));
  });

  test('aborts calls after a grace period: running, or waiting for a turn, a name or a handshake', async () => {
    const endpoint = await silentEndpoint();
    const resolveHost = () => new Promise<string[]>(() => undefined);
    const client = clientOf({ timeoutMs: 60_000, connectionsPerOrigin: 1, resolveHost });
    const outcomes = [
      postTo(client, endpoint.url),
      postTo(client, endpoint.url),
      postTo(client, 'http://partner.example/'),
      postTo(client, `https://127.0.0.1:${endpoint.port}/`),
    ];
    await endpoint.reached;
    const grace = new AbortController();
    const closed = client.close(grace.signal);
    grace.abort();
    const aborted = { failure: { kind: 'aborted', message: 'the gateway is stopping' } };
    expect(await Promise.all(outcomes)).toMatchObject([aborted, aborted, aborted, aborted]);
    await closed;
    for (const socket of endpoint.sockets)
      if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve));
  });
});
