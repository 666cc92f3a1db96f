import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Gateway } from '../../support/gateway.ts';
import { CLIENT } from '../../support/configurations.ts';
import { reprocessByFilter } from '../../support/reprocessing.ts';
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

describe('the filter of messages', () => {
  const DAYS = { startDate: '2026-11-20', endDate: '2026-11-21' };
  const KEY = '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55';

  beforeAll(() => {
    gateway.clock.set('2026-11-21T12:00:00Z');
    gateway.forgetTokens();
  });

  test.each([
    DAYS,
    { since: '2026-05-21T00:00:00Z' },
    { since: '2026-11-21T09:00:00-03:00', until: '2026-11-21T12:00:00.001Z' },
    { messageIds: ['no-uuid'] },
    { idempotencyKeys: [KEY], until: '2026-11-21T12:00:00Z' },
    { correlationIds: [KEY], states: [], eventNames: null },
  ])('searches with %j, counts it and sends it again', async (filter) => {
    expect((await search(filter)).status).toBe(200);
    const counts =
      'query ($filter: WebhookMessageFilter!) { webhookMessageCounts(filter: $filter, by: STATE) { count } }';
    expect(await gateway.data({ query: counts, variables: { filter }, client: CLIENT })).toEqual({
      webhookMessageCounts: [],
    });
    expect(await reprocessByFilter(gateway, { filter, dryRun: true })).toMatchObject({ matched: 0 });
  });

  test.each<[string | undefined, object]>([
    [undefined, {}],
    [undefined, { states: ['FAILED'], until: '2026-11-21T12:00:00Z' }],
    [undefined, { messageIds: [], idempotencyKeys: [], correlationIds: [] }],
    ['endDate', { startDate: '2026-11-20', since: '2026-11-20T00:00:00Z' }],
    ['startDate', { endDate: '2026-11-20' }],
    ['since', { ...DAYS, since: '2026-11-20T00:00:00Z' }],
    ['until', { ...DAYS, until: '2026-11-20T00:00:00Z' }],
    ['since', { since: '2026-05-20T23:59:59.999Z' }],
    ['until', { since: '2026-11-20T00:00:00Z', until: '2026-11-20T00:00:00Z' }],
    ['entityIds', { ...DAYS, entityIds: [''] }],
    ['rawEventNames', { ...DAYS, rawEventNames: ['x'.repeat(151)] }],
    ['accountNumbers', { ...DAYS, accountNumbers: Array.from({ length: 101 }, (_, nth) => String(nth)) }],
  ])('is refused, naming %s: %j', async (member, filter) => {
    const { status, body } = await search(filter);
    const argument = member === undefined ? 'filter' : `filter.${member}`;
    expect([status, body.errors?.[0]?.extensions]).toMatchObject([400, { code: 'BAD_USER_INPUT', argument }]);
    const path = member === undefined ? ['filter'] : ['filter', member];
    expect(await reprocessByFilter(gateway, { filter, dryRun: true })).toMatchObject({
      __typename: 'InvalidInputError',
      violations: [{ path }],
    });
  });

  test.each(['HOUR', 'DAY'])('counts by %s only with a beginning', async (by) => {
    const query =
      'query ($filter: WebhookMessageFilter!, $by: WebhookMessageCountBy!) { webhookMessageCounts(filter: $filter, by: $by) { count } }';
    const ask = (filter: object) => gateway.ask({ query, variables: { filter, by }, client: CLIENT });
    expect((await ask({ since: '2026-11-21T10:30:00Z' })).body.data?.webhookMessageCounts).toHaveLength(
      by === 'DAY' ? 1 : 3,
    );
    expect((await ask({ messageIds: [KEY] })).body.errors).toMatchObject([{ extensions: { argument: 'filter' } }]);
  });
});
