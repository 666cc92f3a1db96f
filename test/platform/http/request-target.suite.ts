import { describe, expect, test } from '@jest/globals';
import { answerTo } from '../../support/raw-request.ts';
import { gateway } from '../../support/shared-gateway.ts';

const UPGRADE = [
  ...['connection: upgrade', 'upgrade: websocket', 'sec-websocket-version: 13'],
  ...['sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==', 'sec-websocket-protocol: graphql-transport-ws'],
];
const AS_TEXT = ['host: localhost', 'connection: close'];

/** Sends a GET whose target is written in this way. */
const get = (target: string, lines: readonly string[] = AS_TEXT) =>
  answerTo(gateway.app.url, [`GET ${target} HTTP/1.1`, ...lines]);

describe('a target that is a whole URL', () => {
  test.each([
    ['http://localhost/health/live', 200],
    ['HTTP://LOCALHOST:4000/health/live?a=/b', 200],
    ['https://127.0.0.1/schema.graphql', 200],
    ['http://localhost', 200],
    ['http://localhost?a', 200],
    ['http://localhost/errors/ACCOUNT_NOT_FOUND', 200],
    ['http://localhost/graphql?query={__typename}', 400],
    ['http://localhost/nothing', 404],
  ])('%s is answered like its path', async (target, status) => {
    const path = /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1] ?? '';
    const answers = [await get(target), await get(path.startsWith('/') ? path : `/${path}`)];
    const bodies = answers.map((answer) => answer.slice(answer.indexOf('\r\n\r\n')).replace(/"[0-9a-f-]{36}"/g, '""'));
    expect(answers[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(bodies[0]).toBe(bodies[1]);
  });

  test('can have a token and a variable', async () => {
    const authorization = `authorization: Bearer ${await gateway.token('acme-pay')}`;
    const target = `http://localhost/graphql?${new URLSearchParams({ query: '{ viewer { partner } }' }).toString()}`;
    expect(await get(target, [...AS_TEXT, authorization])).toContain(gateway.partnerOf());
  });

  test('opens a WebSocket', async () => {
    for (const target of ['http://localhost/graphql', '/graphql/'])
      expect(await get(target, ['host: localhost', ...UPGRADE, 'origin: http://localhost'])).toMatch(
        /^HTTP\/1\.1 101 /,
      );
  });

  test('names the host, whatever the header says', async () => {
    expect(await get('http://evil.example/health/live')).toMatch(/^HTTP\/1\.1 421 /);
    expect(await get('http://localhost/health/live', ['host: evil.example', 'connection: close'])).toMatch(
      /^HTTP\/1\.1 200 /,
    );
    expect(await get('http://evil.example/graphql', ['host: localhost', ...UPGRADE])).toMatch(/^HTTP\/1\.1 421 /);
  });

  test('is served on the port of the metrics too', async () => {
    const lines = ['GET http://localhost/metrics HTTP/1.1', ...AS_TEXT];
    expect(await answerTo(gateway.app.adminUrl, lines)).toMatch(/^HTTP\/1\.1 200 /);
  });

  test.each(['ftp://localhost/graphql', 'http:/graphql', 'http:///graphql', 'http://a@localhost/graphql'])(
    '%s is refused',
    async (target) => {
      expect(await get(target)).toMatch(/^HTTP\/1\.1 400 /);
      expect(await get(target, ['host: localhost', ...UPGRADE])).toMatch(/^HTTP\/1\.1 400 /);
    },
  );
});

describe('a slash after a path', () => {
  test.each(['/health/live', '/schema.graphql', '/.well-known/jwks.json'])('is ignored: %s/', async (path) => {
    const [plain, slashed] = await Promise.all([path, `${path}/`].map((one) => fetch(gateway.app.url + one)));
    expect([slashed?.status, await slashed?.text()]).toEqual([200, await plain?.text()]);
  });

  test('is ignored by POST /graphql and by server-sent events', async () => {
    const body = JSON.stringify({ query: '{ __typename }' });
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${gateway.app.url}/graphql/`, { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ data: { __typename: 'Query' } });
    const stream = await fetch(`${gateway.app.url}/graphql/stream/`, {
      method: 'POST',
      headers: { ...headers, accept: 'text/event-stream' },
      body,
    });
    expect(await stream.text()).toContain('"__typename":"Query"');
  });

  test.each([
    ['/graphql/', '/'],
    ['/events/', '/events'],
    ['/sandbox/?a=b', '/sandbox?a=b'],
  ])('%s leads browsers to %s', async (path, wanted) => {
    const headers = { accept: 'text/html' };
    const { status, headers: got } = await fetch(gateway.app.url + path, { headers, redirect: 'manual' });
    const { pathname, search } = new URL(got.get('location') ?? '', gateway.app.url + path);
    expect([Math.floor(status / 100), pathname + search]).toEqual([3, wanted]);
  });
});
