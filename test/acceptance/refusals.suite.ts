import { describe, expect, test } from '@jest/globals';
import { eventually, type Ask } from '../support/gateway.ts';
import { stay } from './current-stay.ts';

const POCKETS = '{ paymentAccount(number: "200001") { pockets { totalCount } } }';
/** More concurrent requests than the default rate of a partner allows. */
const BURST = 200;

/** Requests that are refused as a whole; refusals of mutations are examples. */
const REFUSED: readonly (Ask & { readonly code: string; readonly status: number })[] = [
  { query: POCKETS, client: null, code: 'UNAUTHENTICATED', status: 401 },
  { query: POCKETS, token: 'ey.ey.ey', code: 'UNAUTHENTICATED', status: 401 },
  { query: POCKETS, scope: 'pix.entries.read', code: 'FORBIDDEN', status: 403 },
  { query: POCKETS, headers: { 'api-version': '2.0' }, code: 'UNSUPPORTED_API_VERSION', status: 400 },
  { query: POCKETS, headers: { 'x-correlation-id': 'none' }, code: 'BAD_REQUEST', status: 400 },
  { query: '{ paymentAccounts(first: 101) { totalCount } }', code: 'BAD_USER_INPUT', status: 400 },
  { query: '{ paymentAccounts(after: "none") { totalCount } }', code: 'INVALID_CURSOR', status: 400 },
  { query: '{ nothing }', code: 'GRAPHQL_VALIDATION_FAILED', status: 400 },
  { query: '{', code: 'GRAPHQL_PARSE_FAILED', status: 400 },
  { query: `{ viewer { partner } } # ${'x'.repeat(300_000)}`, code: 'PAYLOAD_TOO_LARGE', status: 413 },
  {
    query: 'query ($number: String!) { paymentAccount(number: $number) { id } }',
    variables: { number: 1 },
    code: 'BAD_USER_INPUT',
    status: 400,
  },
];

describe('a request', () => {
  test.each(REFUSED)('is refused with $code ($status)', async ({ code, status, ...ask }) => {
    const answer = await stay.stranger.ask(ask);
    expect([answer.status, answer.body.errors?.map(({ extensions }) => extensions['code'])]).toEqual([status, [code]]);
  });

  test('over the rate limit of its partner is refused with the time to retry after', async () => {
    const ask = { query: '{ viewer { partner } }', client: 'gama-pay' };
    // A burst that spans two windows can fit into both.
    const [answers, refused] = await eventually(async () => {
      const all = await Promise.all(Array.from({ length: BURST }, () => stay.stranger.send(ask)));
      const tooMany = all.filter(({ status }) => status === 429);
      return tooMany.length > 0 && ([all, tooMany] as const);
    });
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(BURST - refused.length);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await stay.stranger.data(ask)).toEqual({ viewer: { partner: 'GAMA_PAY' } });
  });
});
