import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { TENANT_ROLE } from '../../../src/platform/database/tenant.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { indexColumns, indexesReadByPartner, planAsOnPostgreSql } from '../../support/plans.ts';
import { productStatements } from '../../support/product-statements.ts';
import { assumeSmallPartners } from '../../support/small-partners.ts';

let own: OwnDatabase;

/** All runs in sequence, so on one connection, which keeps its settings. */
beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: 2 });
  await assumeSmallPartners(own);
  await planAsOnPostgreSql(own);
});
afterAll(() => own.close());

/** Of these a partner has one row, or a limited number. */
const FEW_OF_PARTNER =
  /^(audit_head|event_chain|event_consumer|event_epoch|partner_event_head|partner_message_change_head|provider_partner|signing_key|webhook_configuration)_/;

/** What reads all rows of a partner in an index, and why it may. */
const MAY_READ_ALL: Readonly<Record<string, string>> = {
  capture_waiting_events: 'the ranges of a partner that are still to be captured, which become few again',
  count_open_provider_intents: 'counts them',
  find_intent_of_event: 'the open mutations of a partner at its provider',
  find_open_provider_requests: 'the open mutations of a partner at its provider',
  find_standing_intent: 'the open mutations of a partner at its provider',
};
/** The same for partners. */
const TENANT_MAY_READ_ALL: Readonly<Record<string, string>> = {
  count_open_provider_intents: 'counts them',
  find_intent_of_event: 'the open mutations of a partner at its provider',
  find_open_provider_requests: 'the open mutations of a partner at its provider',
  find_standing_intent: 'the open mutations of a partner at its provider',
  // Their own index is not unique: only once a table is analyzed is it known to have fewer rows for a value.
  find_messages_by_id_or_key: 'before a month is analyzed, as many messages are assumed per key as per partner',
  find_pix_entry_by_key: 'before the table is analyzed, as many keys are assumed per value as per partner',
  find_shown_breakers: 'before the table is analyzed, as many counts are assumed per configuration as per partner',
  release_changed_contacts: 'before the table is analyzed, as many contacts are assumed per customer as per partner',
  release_contacts: 'before the table is analyzed, as many contacts are assumed per customer as per partner',
  update_provider_pockets: 'it reads the index of numbers of a table that is assumed to have few rows',
};
/** Work of the bank, which never runs for a partner. */
const OF_BANK = new RegExp(
  `^(${[
    ...['forget_.*', 'shorten_waits_of_.*', 'count_late_registrations', 'count_provider_intents'],
    ...['find_age_of_oldest_provider_intent', 'find_events_to_chain', 'find_unknown_provider_intents'],
    ...[
      'claim_cash_in_clearings',
      'find_ledger_violations',
      'find_recent_ledger_violations',
      'notify_released_messages',
      'postpone_parked_event',
      'report_late_registrations',
      'take_unknown_provider_intent',
      'unpark_event',
      'webhook_events_behind',
    ],
  ].join('|')})$`,
);

/** Pages, totals and places in lists, made on first use: they read as many rows as they show or count. */
const OF_LIST = /_(after|beyond|first|last|place|total)(_|$)/;

async function readingByPartner(): Promise<readonly string[]> {
  const names: string[] = [];
  const columnsOf = await indexColumns(own);
  for (const { name, text } of productStatements().filter((known) => !OF_LIST.test(known.name))) {
    const indexes = await indexesReadByPartner(own, text, columnsOf).catch((error: unknown) => {
      if (String(error).includes('permission denied')) return [];
      throw error;
    });
    if (indexes.some((index) => !FEW_OF_PARTNER.test(index))) names.push(name);
  }
  return names.toSorted();
}

test('no statement reads all rows of a partner to find a few, even if most partners have few', async () => {
  const reading = await readingByPartner();
  expect(reading.filter((name) => !OF_BANK.test(name))).toEqual(Object.keys(MAY_READ_ALL));
});

test('nor does one behind row-level security, even if it was planned for a partner without rows', async () => {
  await own.sql(`set role ${TENANT_ROLE}`);
  const reading = await readingByPartner();
  await own.sql('reset role');
  expect(reading.filter((name) => !OF_BANK.test(name))).toEqual(Object.keys(TENANT_MAY_READ_ALL).toSorted());
});

test('policies compare the partner with a subquery, which the planner does not estimate by its first value', async () => {
  const policies = await own.sql<{ table: string }>(
    `select polrelid::regclass::text as "table" from pg_policy
     where pg_get_expr(polqual, polrelid) like '%partner_id = NULLIF(%' and polrelid <> 'event_epoch'::regclass`,
  );
  expect(policies).toEqual([]);
});
