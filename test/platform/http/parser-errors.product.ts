import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Gateway } from '../../support/gateway.ts';
import { answerTo } from '../../support/raw-request.ts';

const RATE = 5;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await Gateway.start({ environment: { RATE_LIMIT: `${RATE}/3600` } });
});
afterAll(() => gateway.stop());

const bodyOf = (answered: string): unknown => JSON.parse(answered.slice(answered.indexOf('\r\n\r\n')));
describe('a request that is not HTTP', () => {
  test.each([
    ['no method', ['NOTHING'], 400, 'The request is not valid HTTP.'],
    [
      'two lengths',
      ['POST /graphql HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2'],
      400,
      'The request is not valid HTTP.',
    ],
    [
      'a bad chunk',
      [
        'POST /pix/entries HTTP/1.1',
        'Host: localhost',
        'Content-Type: application/json',
        'Transfer-Encoding: chunked',
        '',
        'zz',
      ],
      400,
      'The request is not valid HTTP.',
    ],
    [
      'too long a head',
      ['GET /graphql HTTP/1.1', 'Host: localhost', `X-Long: ${'a'.repeat(20_000)}`],
      431,
      'The head of the request is longer than 16 KiB.',
    ],
  ])('gets an error that clients of GraphQL and of REST can read: %s', async (_what, sent, status, message) => {
    const answered = await answerTo(gateway.app.url, sent);
    expect(answered).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answered.toLowerCase()).toContain('content-type: application/json; charset=utf-8');
    const code = 'BAD_REQUEST';
    expect(bodyOf(answered)).toEqual({ errors: [{ code, messages: [message], message, extensions: { code } }] });
  });
});

test('two Authorization headers are refused, even if the first one is good', async () => {
  const token = await gateway.token('acme-pay');
  const twice = [`Authorization: Bearer ${token}`, 'Authorization: Bearer another'];
  const rest = ['GET /accounts/200001 HTTP/1.1', 'Host: localhost', 'api-version: 1', 'Connection: close', ...twice];
  const graphql = [
    'GET /graphql?query={viewer{partner}} HTTP/1.1',
    'Host: localhost',
    'Apollo-Require-Preflight: 1',
    'Connection: close',
    ...twice,
  ];
  for (const sent of [rest, graphql]) {
    const answered = await answerTo(gateway.app.url, sent);
    expect(answered).toMatch(/^HTTP\/1.1 401 /);
    expect(answered).toContain('Send one Authorization header: there are several.');
  }
});

test('a path that is not implemented counts towards the rate limit', async () => {
  const authorization = `Bearer ${await gateway.token('beta-pay')}`;
  const statuses: number[] = [];
  for (let sent = 0; sent <= RATE; sent += 1)
    statuses.push((await fetch(`${gateway.app.url}/account/balance`, { headers: { authorization } })).status);
  expect(statuses).toEqual([...Array.from({ length: RATE }, () => 501), 429]);
});
