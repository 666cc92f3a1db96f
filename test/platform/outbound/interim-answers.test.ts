import { createServer as createTlsServer } from 'node:tls';
import type { Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, test } from '@jest/globals';
import { clientOf, closeAll, listen, listenRaw, postTo, resolverOf } from './endpoints.ts';
import { SELF_SIGNED } from './self-signed-certificate.ts';

const trusted = getCACertificates('default');

afterEach(async () => {
  await closeAll();
  setDefaultCACertificates(trusted);
});

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const PROCESSING = 'HTTP/1.1 102 Processing\r\n\r\n';
const EARLY_HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a.css>; rel=preload\r\n\r\n';
const ACCEPTED = 'HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok';

/** Answers each request on a connection with these texts, which arrive apart. */
const saying =
  (...texts: readonly string[]) =>
  (socket: Socket) => {
    socket.setNoDelay(true);
    const say = async () => {
      for (const text of texts) await new Promise((resolve) => socket.write(text, resolve));
    };
    socket.on('data', () => void say());
  };

describe.each<[string, (onConnection: (socket: Socket) => void) => ReturnType<typeof listen>, string]>([
  ['plain HTTP', listenRaw, 'http'],
  ['TLS', (onConnection) => listen(createTlsServer(SELF_SIGNED, onConnection)), 'https'],
])('over %s', (_wire, open, scheme) => {
  const call = async (onConnection: (socket: Socket) => void) => {
    setDefaultCACertificates([...trusted, SELF_SIGNED.cert]);
    const endpoint = await open(onConnection);
    const client = clientOf({ resolveHost: resolverOf(['127.0.0.1']), connectionsPerOrigin: 1 });
    const url = `${scheme}://hook.example:${endpoint.port}/`;
    return { endpoint, call: () => postTo(client, url) };
  };

  test.each<[string, readonly string[]]>([
    ['100', [CONTINUE, ACCEPTED]],
    ['100 in the same packet', [CONTINUE + ACCEPTED]],
    ['102', [PROCESSING, ACCEPTED]],
    ['103', [EARLY_HINTS + ACCEPTED]],
    ['several of them', [CONTINUE + PROCESSING, EARLY_HINTS + EARLY_HINTS, CONTINUE + ACCEPTED]],
    ['100 of HTTP/1.0', ['HTTP/1.0 100 Continue\r\n\r\n', ACCEPTED]],
    ['100 with headers', ['HTTP/1.1 100 Continue\r\ndate: now\r\nx: y\r\n\r\n', ACCEPTED]],
    ['100 byte by byte', Array.from(CONTINUE + ACCEPTED)],
    [
      '103 in halves',
      [CONTINUE + EARLY_HINTS.slice(0, 30), EARLY_HINTS.slice(30) + ACCEPTED.slice(0, 5), ACCEPTED.slice(5)],
    ],
  ])('an answer after %s is the outcome, on each call of a connection', async (_interim, texts) => {
    const { endpoint, call: post } = await call(saying(...texts));
    for (let calls = 0; calls < 3; calls += 1) expect(await post()).toMatchObject({ status: 202 });
    expect(endpoint.sockets).toHaveLength(1);
  });

  test('what looks like an interim answer in a body is part of it', async () => {
    const body = CONTINUE.repeat(3);
    const head = `HTTP/1.1 201 Created\r\ncontent-length: ${body.length}\r\n\r\n`;
    const { endpoint, call: post } = await call(saying(head, ...(body.match(/.{25}/gs) ?? [])));
    for (let calls = 0; calls < 3; calls += 1) expect(await post()).toMatchObject({ status: 201 });
    expect(endpoint.sockets).toHaveLength(1);
  });

  test('endless interim answers are no outcome', async () => {
    const flood = EARLY_HINTS.repeat(1_000);
    const { call: post } = await call(saying(flood));
    expect(await post()).toMatchObject({ failure: { kind: 'protocol' } });
  });
});

test.each<[string, string]>([
  ['trailers', 'HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\ntrailer: x\r\n\r\n2\r\nok\r\n0\r\nx: y\r\n\r\n'],
  ['chunk extensions', 'HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\n2;a="b c"\r\nok\r\n0;z\r\n\r\n'],
  ['a length of nothing', 'HTTP/1.1 204 No Content\r\ncontent-length: 0\r\n\r\n'],
  ['no reason', 'HTTP/1.1 202\r\ncontent-length: 0\r\n\r\n'],
  ['a body until the end', 'HTTP/1.0 202 Accepted\r\n\r\nok'],
  ['a body after 204', 'HTTP/1.1 204 No Content\r\ncontent-length: 2\r\n\r\nok'],
  ['a body after 304', 'HTTP/1.1 304 Not Modified\r\ncontent-length: 2\r\n\r\nok'],
])('an answer with %s has its status', async (_what, text) => {
  const endpoint = await listenRaw((socket) => socket.on('data', () => socket.write(text)));
  const client = clientOf();
  const status = Number(text.slice(9, 12));
  for (let calls = 0; calls < 3; calls += 1) expect(await postTo(client, endpoint.url)).toMatchObject({ status });
});
