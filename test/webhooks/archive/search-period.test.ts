import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { CLIENT } from '../../support/configurations.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api' });
});
afterAll(() => gateway.stop());

const QUERY = 'query ($filter: WebhookMessageFilter!) { webhookMessages(filter: $filter) { totalCount } }';

function search(filter: object) {
  return gateway.ask({ query: QUERY, variables: { filter }, client: CLIENT });
}

describe('the period of a search', () => {
  test.each([
    ['2026-11-21T00:00:00.000Z', '2026-05-21', '2026-05-20'],
    ['2026-11-20T23:58:00.000Z', '2026-05-20', '2026-05-19'],
    ['2026-08-31T12:00:00Z', '2026-02-28', '2026-02-27'],
    ['2028-08-31T23:58:00Z', '2028-02-29', '2028-02-28'],
    ['2028-08-29T00:00:00Z', '2028-02-29', '2028-02-28'],
    ['2027-03-31T00:00:00Z', '2026-09-30', '2026-09-29'],
    ['2027-01-01T00:00:00Z', '2026-07-01', '2026-06-30'],
  ])('at %s begins on %s at the earliest', async (now, oldest, tooOld) => {
    gateway.clock.set(now);
    gateway.forgetTokens();
    expect((await search({ startDate: oldest, endDate: oldest })).body).toMatchObject({ data: {} });
    const [year, month, day] = tooOld.split('-');
    for (const startDate of [tooOld, `${month}/${day}/${year}`, '0001-01-01']) {
      const { status, body } = await search({ startDate, endDate: now.slice(0, 10) });
      expect(status).toBe(400);
      expect(body).not.toHaveProperty('data');
      expect(body.errors).toMatchObject([
        {
          message: expect.stringContaining(`give ${oldest} or later`),
          extensions: { code: 'BAD_USER_INPUT', argument: 'filter.startDate' },
        },
      ]);
    }
  });

  test('ends on its first day or later, the future included', async () => {
    const today = gateway.clock.now().toISOString().slice(0, 10);
    const { status, body } = await search({ startDate: '9999-12-31', endDate: today });
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { argument: 'filter.endDate' }]);
    expect((await search({ startDate: today, endDate: today })).status).toBe(200);
    expect((await search({ startDate: '9999-12-31', endDate: '12/31/9999' })).status).toBe(200);
  });

  test.each(['31/12/2026', '2026-02-30', '02/30/2026', '2026-1-1', '2026-11-21T00:00:00Z', '', '\0', 20261121, null])(
    'is invalid with a date like %j',
    async (date) => {
      for (const filter of [
        { startDate: date, endDate: '2026-11-21' },
        { startDate: '2026-11-21', endDate: date },
      ]) {
        const { status, body } = await search(filter);
        expect([status, body.errors?.[0]?.extensions['code']]).toEqual([400, 'BAD_USER_INPUT']);
      }
    },
  );
});
