import { createSocket, type Socket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from '@jest/globals';
import { hostResolver } from '../../../src/platform/outbound/host-resolver.ts';

/** Timeout of a query to the name server, in milliseconds. */
const QUERY_TIMEOUT_MS = 1_000;
/** Record types (RFC 1035, 3.2.2; RFC 3596). */
const A = 1;
const AAAA = 28;
/** Answer codes (RFC 1035, 4.1.1). */
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

/** What a name server answers for each name: addresses in bytes by record type, an answer code, or nothing. */
type Zone = Readonly<Record<string, { readonly [type: number]: number[][]; readonly code?: number } | 'silent'>>;

const IPV6 = [0x26, 0x06, 0x47, 0, 0x47, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x11, 0x11];
const zone: Zone = {
  'both.example': {
    [A]: [
      [8, 8, 8, 8],
      [8, 8, 4, 4],
    ],
    [AAAA]: [IPV6],
  },
  'four.example': { [A]: [[8, 8, 8, 8]] },
  'six.example': { [AAAA]: [IPV6] },
  'empty.example': {},
  'missing.example': { code: NO_SUCH_NAME },
  'broken.example': { code: SERVER_FAILURE },
  'slow.example': 'silent',
};

let server: Socket | undefined;

afterEach(() => {
  server?.close();
  server = undefined;
});

/** Starts a name server; returns a resolver that queries it, and the names that it was queried for. */
async function resolverIn(known: Zone) {
  const queried = new Set<string>();
  const socket = createSocket('udp4');
  server = socket;
  socket.on('message', (query, { port }) => {
    const { name, type, end } = questionOf(query);
    queried.add(name);
    const answer = known[name];
    if (answer === undefined || answer === 'silent') return;
    const records = (answer[type] ?? []).map((data) =>
      Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length, ...data]),
    );
    const flags = [0x81, 0x80 | (answer.code ?? 0)];
    const head = [...query.subarray(0, 2), ...flags, 0, 1, 0, records.length, 0, 0, 0, 0];
    socket.send(Buffer.concat([Buffer.from(head), query.subarray(12, end), ...records]), port, '127.0.0.1');
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return { resolve: hostResolver(resolver), queried };
}

function questionOf(query: Buffer) {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

describe('a host name', () => {
  test.each([
    ['both.example', ['8.8.8.8', '8.8.4.4', '2606:4700:4700::1111']],
    ['both.example.', ['8.8.8.8', '8.8.4.4', '2606:4700:4700::1111']],
    ['four.example', ['8.8.8.8']],
    ['six.example', ['2606:4700:4700::1111']],
  ])('%s has the addresses of both families that its name server knows', async (host, addresses) => {
    const { resolve } = await resolverIn(zone);
    expect([...(await resolve(host))].sort()).toEqual([...addresses].sort());
  });

  test.each([
    ['empty.example', 'ENODATA'],
    ['missing.example', 'ENOTFOUND'],
    ['broken.example', 'ESERVFAIL'],
    ['slow.example', 'ETIMEOUT'],
  ])('%s has no addresses: %s', async (host, code) => {
    const { resolve } = await resolverIn(zone);
    await expect(resolve(host)).rejects.toMatchObject({ code });
  });

  test.each(['localhost', 'localhost.', 'LOCALHOST', 'hook.localhost'])(
    '%s is this machine, without a query',
    async (host) => {
      const { resolve, queried } = await resolverIn({});
      expect(await resolve(host)).toEqual(['127.0.0.1', '::1']);
      expect(queried.size).toBe(0);
    },
  );

  test('without a dot is never looked up at the name servers of partners', async () => {
    const { resolve, queried } = await resolverIn(zone);
    await resolve('partner-of-nobody').catch(() => undefined);
    expect(queried.size).toBe(0);
  });

  test('of a slow name server does not delay others', async () => {
    const { resolve } = await resolverIn(zone);
    const slow = Array.from({ length: 50 }, () => resolve('slow.example').catch(() => 'given up'));
    let givenUp = 0;
    for (const one of slow) void one.then(() => (givenUp += 1));
    await Promise.all(Array.from({ length: 50 }, () => resolve('both.example')));
    expect(givenUp).toBe(0);
    expect(new Set(await Promise.all(slow))).toEqual(new Set(['given up']));
  });
});
