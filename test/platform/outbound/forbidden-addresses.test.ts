import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/platform/outbound/address-policy.ts';
import { clientOf, closeAll, listenHttp, postTo, resolverOf, type Endpoint, TIMEOUT_MS } from './endpoints.ts';

/** Allows only public addresses, for which `PUBLIC` stands: nothing answers there. */
const publicOnly = addressPolicy({ allowPrivate: false, allowCidrs: [] });
const PUBLIC = '93.184.216.34';
const DEAD_END = '192.0.2.1';

const forbidden = { kind: 'address', message: 'the address of the host is not allowed' };

/** Stands for everything inside the network that must not be reached. */
let inside: Endpoint;

beforeEach(async () => {
  inside = await listenHttp((_request, response) => response.end('secret'));
});
afterEach(closeAll);

describe('a private address is never connected to', () => {
  test.each([
    'localhost',
    'localhost.',
    'hook.localhost',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '１２７.０.０.１',
    '0.0.0.0',
    '0',
    '[::]',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '[::127.0.0.1]',
    '[64:ff9b::7f00:1]',
  ])('when it is written %s', async (host) => {
    const client = clientOf({ policy: publicOnly });
    const url = `http://${host}:${inside.port}/hook`;
    expect(await postTo(client, url)).toMatchObject({ failure: forbidden });
    expect(await client.checkHost(url)).toBe('forbidden');
    expect(inside.sockets).toHaveLength(0);
  });

  test('when a name leads to it', async () => {
    const client = clientOf({ policy: publicOnly, resolveHost: resolverOf(['127.0.0.1']) });
    expect(await postTo(client, `http://partner.example:${inside.port}/`)).toMatchObject({ failure: forbidden });
    expect(inside.sockets).toHaveLength(0);
  });

  test.each([
    ['before', ['127.0.0.1', PUBLIC]],
    ['after', [PUBLIC, '2606:4700:4700::1111', '127.0.0.1']],
  ])('when it is listed %s public ones', async (_place, addresses) => {
    const client = clientOf({ policy: publicOnly, resolveHost: resolverOf(addresses) });
    const url = `http://partner.example:${inside.port}/`;
    expect(await postTo(client, url)).toMatchObject({ failure: forbidden });
    expect(await client.checkHost(url)).toBe('forbidden');
    expect(inside.sockets).toHaveLength(0);
  });

  test('when the name led to a public one during the check, and leads to it during the call', async () => {
    const client = clientOf({ policy: publicOnly, resolveHost: resolverOf([PUBLIC], ['127.0.0.1']) });
    const url = `http://partner.example:${inside.port}/`;
    expect(await client.checkHost(url)).toBe('allowed');
    expect(await postTo(client, url)).toMatchObject({ failure: forbidden });
    expect(inside.sockets).toHaveLength(0);
  });

  test('when the name leads to it in any look-up after the one that was checked for the connection', async () => {
    const policy = addressPolicy({ allowPrivate: false, allowCidrs: [`${DEAD_END}/32`] });
    const resolveHost = resolverOf([DEAD_END], ['127.0.0.1']);
    const client = clientOf({ policy, resolveHost, timeoutMs: TIMEOUT_MS });
    const url = `http://partner.example:${inside.port}/`;
    expect(await postTo(client, url)).not.toMatchObject({ failure: forbidden });
    expect(resolveHost.asked).toEqual(['partner.example']);
    expect(await postTo(client, url)).toMatchObject({ failure: { kind: expect.stringMatching('address|timeout') } });
    expect(inside.sockets).toHaveLength(0);
  });

  test('when an endpoint redirects to it', async () => {
    const policy = addressPolicy({ allowPrivate: false, allowCidrs: ['127.0.0.1/32'] });
    const location = `http://localhost:${inside.port}/`;
    const outside = await listenHttp((_request, response) => response.writeHead(307, { location }).end());
    expect(await postTo(clientOf({ policy }), outside.url)).toMatchObject({ status: 307 });
    expect(outside.sockets).toHaveLength(1);
    expect(inside.sockets).toHaveLength(0);
  });

  test('when the URL could not have been saved', async () => {
    const client = clientOf({ allowHttp: false });
    expect(await postTo(client, inside.url)).toEqual({
      elapsedMicroseconds: 0,
      failure: { kind: 'address', message: 'The URL is not https.' },
    });
    expect(await client.checkHost(inside.url)).toBe('forbidden');
    expect(inside.sockets).toHaveLength(0);
  });
});

test('an address in an opened range is connected to, with the name in the host header', async () => {
  const seen: unknown[] = [];
  const endpoint = await listenHttp((request, response) => {
    seen.push(request.headers.host);
    response.end();
  });
  const policy = addressPolicy({ allowPrivate: false, allowCidrs: ['127.0.0.0/8'] });
  const resolveHost = resolverOf(['127.0.0.1'], ['10.0.0.1']);
  const client = clientOf({ policy, resolveHost });
  const url = `http://partner.example:${endpoint.port}/hook`;
  expect(await postTo(client, url)).toMatchObject({ status: 200 });
  expect(seen).toEqual([`partner.example:${endpoint.port}`]);
});
