import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { getIntrospectionQuery } from 'graphql';
import { AnonymousCallers } from '../../../src/platform/http/anonymous-callers.ts';
import { Gateway, type Ask } from '../../support/gateway.ts';
import { TestSocket } from '../../support/socket.ts';

const WINDOW_SECONDS = 600;
const ANYONE: Ask = { query: '{ __typename }', client: null };

/** Starts a gateway behind one proxy, so that requests can name their address. */
function startLimited(rates: Readonly<Record<string, string>>): Promise<Gateway> {
  return Gateway.start({ environment: { TRUSTED_PROXIES: '1', ...rates } });
}

function from(address: string, ask: Ask = ANYONE): Ask {
  return { ...ask, headers: { 'x-forwarded-for': `203.0.113.99, ${address}` } };
}

describe('callers without a token', () => {
  const LIMIT = 6;
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await startLimited({ ANONYMOUS_RATE_ADDRESS: `${LIMIT}/${WINDOW_SECONDS}` });
  });
  afterEach(() => {
    TestSocket.endAll();
  });
  afterAll(() => gateway.stop());

  test('are limited by address over both HTTP and sockets, and get the limit and when to retry', async () => {
    const options = { headers: from('198.51.100.1').headers ?? {} };
    const socket = await TestSocket.connect({ url: gateway.app.url, options });
    socket.send({ type: 'connection_init' });
    await socket.next('connection_ack');
    expect(await socket.run('{ __typename }')).toMatchObject({ data: {} });
    const kinds = [ANYONE, { ...ANYONE, query: '{' }, { ...ANYONE, query: '{ nothing }' }, ANYONE];
    for (const ask of kinds) expect((await gateway.ask(from('198.51.100.1', ask))).status).not.toBe(429);

    const refused = await gateway.ask(from('198.51.100.1'));
    expect(refused.status).toBe(429);
    expect(refused.body.data).toBeUndefined();
    const [error] = refused.body.errors ?? [];
    expect(error?.message).toMatch(
      /^Callers without a token may send 6 requests in 600 s from one address: wait \d+ s/,
    );
    expect(error?.extensions).toMatchObject({ code: 'RATE_LIMITED' });
    expect(String(error?.extensions['retryAfterSeconds'])).toBe(refused.headers.get('retry-after'));
    expect(refused.body.extensions?.correlationId).toBe(refused.headers.get('x-correlation-id'));

    socket.send({ id: 'a', type: 'subscribe', payload: { query: '{ __typename }' } });
    expect((await socket.next('error', 'a')).payload).toMatchObject([{ extensions: { code: 'RATE_LIMITED' } }]);
    const another = await TestSocket.connect({ url: gateway.app.url, options });
    another.send({ type: 'connection_init' });
    expect(await another.closed).toEqual({ code: 1013, reason: 'Too many requests without a token' });
    const token = { method: 'POST', headers: options.headers, body: new URLSearchParams({ grant_type: 'x' }) };
    expect((await fetch(`${gateway.app.url}/oauth/token`, token)).status).toBe(429);

    expect((await gateway.ask(from('198.51.100.2'))).status).toBe(200);
    expect((await gateway.ask(from('198.51.100.1', { query: '{ viewer { partner } }' }))).status).toBe(200);
  });
});

test('a partner’s signing keys are served even while other requests without a token are refused', async () => {
  const gateway = await startLimited({ ANONYMOUS_RATE: `5/${WINDOW_SECONDS}` });
  const { viewer } = await gateway.data({ query: '{ viewer { signingKeysUrl } }' });
  const { pathname, search } = new URL(viewer.signingKeysUrl);
  const statusOf = async (query: string) => (await fetch(`${gateway.app.url}${pathname}${query}`)).status;
  for (let nth = 0; nth < 6; nth += 1) await gateway.ask(from(`198.51.100.${nth}`));
  expect((await gateway.ask(from('198.51.100.9'))).status).toBe(429);
  expect(await statusOf(search)).toBe(200);
  const unknown = `?set=${randomUUID()}`;
  const statuses: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) statuses.push(await statusOf(unknown));
  expect(statuses).toEqual([404, 404, 404, 404, 429, 429]);
  expect(await statusOf(search)).toBe(200);
  await gateway.stop();
});

test('all callers without a token share one bucket, whatever their addresses', async () => {
  const gateway = await startLimited({ ANONYMOUS_RATE: `5/${WINDOW_SECONDS}` });
  const token = await gateway.token('acme-pay');
  const statuses: number[] = [];
  for (let nth = 0; nth < 6; nth += 1) statuses.push((await gateway.ask(from(`198.51.100.${nth}`))).status);
  expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  expect((await gateway.ask({ query: '{ viewer { partner } }', token })).status).toBe(200);
  await gateway.stop();
});

test('an explorer that polls the schema each second is not refused by default', async () => {
  const gateway = await Gateway.start();
  const query = getIntrospectionQuery();
  for (let second = 0; second < 30; second += 1) expect((await gateway.ask({ query, client: null })).status).toBe(200);
  await gateway.stop();
});

describe('the address of a caller', () => {
  const addressOf = (proxies: number, remoteAddress: string, forwarded?: string | string[]) => {
    const callers = new AnonymousCallers({ all: undefined, address: undefined }, proxies);
    const request: unknown = { socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } };
    return callers.addressOf(request as Parameters<AnonymousCallers['addressOf']>[0]);
  };

  test.each([
    ['is the one that connects', 0, '198.51.100.7', undefined, '198.51.100.7'],
    ['is not what the caller says', 0, '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['is what the nearest proxy says', 1, '10.0.0.1', '203.0.113.1, 203.0.113.2', '203.0.113.2'],
    ['is what the second proxy says', 2, '10.0.0.1', '203.0.113.1, 203.0.113.2', '203.0.113.1'],
    ['is the one that connects if the proxy names too few', 2, '10.0.0.1', '203.0.113.2', '10.0.0.1'],
    ['is the one that connects if the proxy names no address', 1, '10.0.0.1', 'unknown', '10.0.0.1'],
    ['of version 4 may be mapped to version 6', 0, '::ffff:198.51.100.7', undefined, '198.51.100.7'],
    ['of version 6 is reduced to its network', 0, '2001:db8:1:2:3:4:5:6', undefined, '2001:db8:1:2'],
    ['of version 6 may be shortened', 0, '2001:db8::6', undefined, '2001:db8:0:0'],
    ['is named with its port', 1, '10.0.0.1', '203.0.113.1:80, 203.0.113.2:52010', '203.0.113.2'],
    ['is named in brackets', 1, '10.0.0.1', '[2001:db8:1:2::6]', '2001:db8:1:2'],
    ['is named in brackets, with its port', 1, '10.0.0.1', '[2001:db8:1:2::6]:52010', '2001:db8:1:2'],
    ['is named without brackets', 1, '10.0.0.1', '2001:DB8:1:2::6', '2001:db8:1:2'],
    ['is named as mapped to version 6', 1, '10.0.0.1', '[::ffff:203.0.113.2]:1', '203.0.113.2'],
    ['is named as mapped in hexadecimal', 1, '10.0.0.1', '::ffff:cb00:7102', '203.0.113.2'],
    ['is the one that connects if a port alone is named', 1, '10.0.0.1', ':80', '10.0.0.1'],
    ['of a link has a zone', 0, 'fe80::1%eth0', undefined, 'fe80:0:0:0'],
    ['may be this machine', 0, '::1', undefined, '0:0:0:0'],
  ])('%s', (_rule, proxies, remoteAddress, forwarded, address) => {
    expect(addressOf(proxies, remoteAddress, forwarded)).toBe(address);
  });
});
