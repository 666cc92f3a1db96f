import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { registeredStatements } from '../../../src/platform/statements/statement.ts';
import { messagesOfEvent } from '../../../src/webhooks/archive/webhook-message.rows.ts';
import '../../../src/webhooks/archive/webhook-event-messages.resolver.ts';
import '../../../src/webhooks/reprocessing/message-range.rows.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { actAsPartner, planAsOnPostgreSql, readers } from '../../support/plans.ts';

/** Messages of one partner, ten to an event. */
const MESSAGES = 5_000;

let own: OwnDatabase;

/** Not analyzed: like a month at first, and always on PGlite. */
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await own.sql(`insert into webhook_message (id, partner_id, configuration_id, event_position, idempotency_key, progress,
      destination, sent_date, event_name, context, retry_count, elapsed_event_capture_us)
    select (substr(hex, 1, 8) || '-' || substr(hex, 9) || '-7' || substr(gen_random_uuid()::text, 16))::uuid, 'ACME_PAY',
      gen_random_uuid(), nth / 10, gen_random_uuid(), 'SUCCESS', 'https://partner.example/', now(),
      'PIX_CASH_IN_WAS_CLEARED', 'PIX', 0, 1
    from generate_series(1, ${MESSAGES}) as nth,
      lpad(to_hex(floor(extract(epoch from now()) * 1000)::bigint), 12, '0') as hex`);
});
afterAll(() => own.close());

describe.each(readers('ACME_PAY'))('for %s', (_who, partnerId) => {
  beforeAll(async () => {
    await planAsOnPostgreSql(own);
    await actAsPartner(own, partnerId);
  });
  afterAll(() => actAsPartner(own, null));

  test('messages of events are found by their event, not among all of the partner, before tables are analyzed', async () => {
    const window = { backward: false, size: 20, after: undefined, before: undefined };
    await messagesOfEvent.pages(own.database, ['1'], window, ['ACME_PAY']);
    const after = ['2026-11-20T12:00:00Z', '00000000-0000-7000-8000-000000000000'];
    await messagesOfEvent.pages(own.database, ['1'], { ...window, after }, ['ACME_PAY']);
    await messagesOfEvent.totals(own.database, ['1'], ['ACME_PAY']);
    const texts = registeredStatements().filter(({ name }) =>
      /^(event_messages_|find_webhook_messages_of_e|(count|find)_messages_in_range)/.test(name),
    );
    // Other test files may have registered statements too.
    expect(texts.length).toBeGreaterThanOrEqual(6);
    const byPartner: string[] = [];
    for (const { name, text } of texts) {
      await own.sql(`prepare asked as ${text}`);
      const count = new Set(text.match(/\$\d+/g)).size;
      const values = Array.from({ length: count }, () => 'null').join(', ');
      const plan = await own.sql<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked (${values})`);
      await own.sql('deallocate asked');
      const lines = plan.map((line) => line['QUERY PLAN']);
      expect(lines.some((line) => line.includes('_partner_id_event_position_'))).toBe(true);
      byPartner.push(
        ...lines
          .filter((line) => /message_\d.*_partner_id_(?!event_position)/.test(line))
          .map((line) => `${name}: ${line.trim()}`),
      );
    }
    expect(byPartner).toEqual([]);
  });
});
