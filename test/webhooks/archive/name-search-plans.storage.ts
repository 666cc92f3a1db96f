import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { messagesOfPartner, searchFilters } from '../../../src/webhooks/archive/webhook-message.rows.ts';
import type { EventName } from '../../../src/kernel/domain-event.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { actAsPartner, readers, rowsReadOf, type PlanValue } from '../../support/plans.ts';
import { recordedDatabase } from '../../support/recorded-statements.ts';

/** Messages of one partner: half of them have one name, a hundredth another, all others a third. */
const MESSAGES = 10_000;
const SIZE = 20;
const PARTNER = 'ACME_PAY';
const DAYS = { startDate: '2026-01-01', endDateExclusive: '2999-01-01' };

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await own.sql('delete from webhook_message');
  await own.sql(`insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress,
      destination, sent_date, event_name, context, retry_count, elapsed_event_capture_us)
    select (substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid,
      '${PARTNER}', gen_random_uuid(), nth, gen_random_uuid(), 'SUCCESS', 'https://partner.example/', now(),
      (case when nth % 2 = 0 then 'PIX_CASH_IN_WAS_CLEARED' when nth % 100 = 1 then 'TED_CASH_IN_WAS_CLEARED'
        else 'CUSTOMER_WAS_APPROVED' end)::event_name, 'PIX', 0, 1
    from generate_series(1, ${MESSAGES}) as nth,
      lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') as hex`);
  await own.sql('analyze webhook_message');
  await own.sql(`set plan_cache_mode = 'force_custom_plan'`);
});
afterAll(() => own.close());

describe.each(readers(PARTNER))('for %s', (_who, partnerId) => {
  beforeAll(() => actAsPartner(own, partnerId));
  afterAll(() => actAsPartner(own, null));

  test.each<[string, readonly EventName[]]>([
    ['a common name', ['PIX_CASH_IN_WAS_CLEARED']],
    ['a rare name', ['TED_CASH_IN_WAS_CLEARED']],
    ['a name without messages', ['OTHER']],
    ['several names', ['TED_CASH_IN_WAS_CLEARED', 'CUSTOMER_WAS_APPROVED', 'OTHER']],
    ['rare names', ['TED_CASH_IN_WAS_CLEARED', 'OTHER']],
  ])('a page of %s reads no more messages of each name than it has', async (_what, eventNames) => {
    const { database, recorded } = recordedDatabase(own.opened.sessions);
    const window = { backward: false, size: SIZE, after: undefined, before: undefined };
    await messagesOfPartner.pages(database, [PARTNER], window, searchFilters({ ...DAYS, states: null, eventNames }));
    const [search] = recorded;
    const months = await own.sql<{ name: string }>(
      `select inhrelid::regclass::text as "name" from pg_inherits where inhparent = 'webhook_message'::regclass`,
    );
    const read = await rowsReadOf(
      own,
      months.map(({ name }) => name),
      { text: search?.text ?? '', values: (search?.values ?? []).filter(isPlanValue) },
    );
    expect(read).toBeLessThanOrEqual(eventNames.length * (SIZE + 1));
    expect(read > 0).toBe(!eventNames.every((name) => name === 'OTHER'));
  });
});

function isPlanValue(value: unknown): value is PlanValue {
  return typeof value === 'string' || typeof value === 'number' || Array.isArray(value);
}
