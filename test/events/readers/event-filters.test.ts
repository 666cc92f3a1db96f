import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { cashInInput, simulateCashIn } from '../../support/cash-ins.ts';
import { eventually } from '../../support/gateway.ts';
import { happen, LIVE_EVENTS, shown, shownInAll, socketOf } from '../../support/live-events.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';
import { sql } from '../../support/webhooks.ts';
import type { Gateway } from '../../support/gateway.ts';

const PAGE = `query ($filter: WebhookEventFilter) {
  webhookEvents(first: 100, filter: $filter) { totalCount nodes { entityId name occurredAt } }
}`;
const LATER_NUMBER = '7770011';

let gateway: Gateway;
let pockets: { readonly ofFirst: string; readonly ofSecond: string };

beforeAll(async () => {
  gateway = await sharedGateway();
  pockets = { ofFirst: await happen(gateway, '200001'), ofSecond: await happen(gateway, '200002') };
  await simulateCashIn(gateway, cashInInput({ accountNumber: '200001' }));
  await eventually(async () => (await page({})).totalCount === 4);
});
afterAll(() => gateway.stop());

interface ShownPage {
  readonly totalCount: number;
  readonly nodes: readonly { readonly entityId: string; readonly name: string; readonly occurredAt: string }[];
}

async function page(filter: object, client = 'acme-pay'): Promise<ShownPage> {
  const { webhookEvents } = await gateway.data({ query: PAGE, variables: { filter }, client });
  return webhookEvents;
}

async function names(filter: object): Promise<string[]> {
  return (await page(filter)).nodes.map(({ name }) => name);
}

const POCKET = 'POCKET_ACCOUNT_WAS_CREATED';
const PIX = ['PIX_CASH_IN_WAS_RECEIVED', 'PIX_CASH_IN_WAS_CLEARED'];

describe('an event filter', () => {
  test('finds the events of an entity, and of the pockets and payments of accounts', async () => {
    expect((await page({ entityIds: [pockets.ofSecond] })).nodes).toMatchObject([{ entityId: pockets.ofSecond }]);
    expect(await names({ accountNumbers: ['200001'] })).toEqual([POCKET, ...PIX]);
    expect(await names({ accountNumbers: ['200002', '999999'] })).toEqual([POCKET]);
    expect(await names({ accountNumbers: ['200001', '200002'], contexts: ['POCKET'] })).toEqual([POCKET, POCKET]);
    expect(await names({ accountNumbers: ['200001'], entityIds: [pockets.ofSecond] })).toEqual([]);
    expect(await names({ accountNumbers: [], entityIds: [], contexts: ['PIX'] })).toEqual(PIX);
    expect((await page({ accountNumbers: ['200001'] }, 'beta-pay')).totalCount).toBe(0);
  });

  test('finds events since an instant, inclusive, with any UTC offset', async () => {
    const occurredAt = (await page({})).nodes[2]?.occurredAt ?? '';
    const later = new Date(Date.parse(occurredAt) + 1).toISOString();
    expect(await names({ since: occurredAt })).toEqual(PIX);
    expect(await names({ since: occurredAt, accountNumbers: ['200002'] })).toEqual([]);
    expect(await names({ since: later })).toEqual([]);
    const inSaoPaulo = new Date(Date.parse(occurredAt) - 3 * 3_600_000).toISOString().replace('Z', '-03:00');
    expect(await names({ since: inSaoPaulo })).toEqual(PIX);
    expect(await names({ since: '2020-02-29T00:00:00Z' })).toHaveLength(4);
  });

  test.each([
    ['entityIds', Array.from({ length: 101 }, (_, nth) => String(nth)), 'at most 100'],
    ['entityIds', [''], '1 to 100 characters'],
    ['accountNumbers', ['1'.repeat(101)], '1 to 100 characters'],
  ])('of %s that are too many, empty or too long is BAD_USER_INPUT', async (field, values, text) => {
    const { body } = await gateway.ask({ query: PAGE, variables: { filter: { [field]: values } } });
    expect(body.errors).toMatchObject([
      { message: expect.stringContaining(text), extensions: { code: 'BAD_USER_INPUT', argument: `filter.${field}` } },
    ]);
    const socket = await socketOf(gateway);
    const refused = await socket.next('error', socket.subscribe(LIVE_EVENTS, { filter: { [field]: values } }));
    expect(refused.payload).toMatchObject([{ extensions: { argument: `filter.${field}` } }]);
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-11-20',
    'yesterday',
    '2026-11-20T12:00:00',
    '2026-11-20T24:00:00Z',
    '2026-11-20T24:00:00.000-03:00',
    '2026-11-20T12:60:00Z',
    '2026-11-20T12:00:00+24:00',
    '0000-01-01T00:00:00Z',
    '',
  ])('rejects %j as an instant', async (since) => {
    const { body } = await gateway.ask({ query: PAGE, variables: { filter: { since } } });
    expect(body.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  test('applies to live events too, also for an account that is opened later', async () => {
    const socket = await socketOf(gateway);
    const since = new Date(gateway.clock.now().getTime() - 1_000).toISOString();
    const filter = { accountNumbers: [LATER_NUMBER, '200003'], contexts: ['PIX'], since };
    const live = socket.subscribe(LIVE_EVENTS, { filter });
    const others = socket.subscribe(LIVE_EVENTS, { filter: { entityIds: ['nothing'] } });
    // Once this is answered, both subscriptions have started.
    await socket.run('{ webhookEvents(first: 1) { nodes { id } } }');
    await sql(
      gateway,
      `insert into payment_account (id, partner_id, program_id, holder_id, bank_ispb, branch, number, type, status, reason,
         pocket_limit, created_at)
       select ?, partner_id, program_id, holder_id, bank_ispb, branch, ?, type, status, reason, pocket_limit, created_at
       from payment_account where partner_id = ? and number = '200003'`,
      [randomUUID(), LATER_NUMBER, gateway.partnerOf('acme-pay')],
    );
    await happen(gateway, '200003');
    for (const accountNumber of ['200002', LATER_NUMBER, '200003'])
      await simulateCashIn(gateway, cashInInput({ accountNumber }));
    const seen = await shownInAll(socket, live, 4);
    const { nodes } = await page(filter);
    expect(seen).toEqual(nodes.map(({ entityId }) => entityId));
    expect(shown(socket, others)).toEqual([]);
  });
});
