import { Database } from '../../src/platform/database/database.ts';
import type { OpenedDatabase } from '../../src/platform/database/opened-database.ts';
import { SecretBox } from '../../src/platform/secrets/secret-box.ts';
import { seeds } from '../../src/capabilities.ts';
import { seedSandbox } from '../../src/playground/sandbox-world/seed-sandbox.ts';
import { systemRandom, systemClock } from '../../src/platform/system.ts';
import { keepMessageMonths } from '../../src/webhooks/deliveries/message-retention.ts';

/** Fills a migrated database with the sandbox world, unless it has one. */
export async function makeWorld({ entityManager, sessions }: OpenedDatabase): Promise<void> {
  const now = systemClock.now();
  await keepMessageMonths(new Database(sessions), now);
  const secrets = new SecretBox(['a passphrase of the tests']);
  await seedSandbox(entityManager, { random: systemRandom, secrets, now }, seeds);
}

/** Tables with the history of the world; breakers are deleted with their configurations. */
const TABLES_OF_THE_PAST = [
  ...['webhook_delivery', 'webhook_lease', 'webhook_attempt', 'webhook_message', 'message_tally', 'call_tally'],
  ...['webhook_configuration', 'webhook_configuration_head', 'event', 'cash_in'],
];

/**
 * Deletes the history of the sandbox world, for a test that starts with an empty log, no configurations and no money.
 * The log continues after its last position.
 */
export async function forgetThePast({ entityManager }: OpenedDatabase): Promise<void> {
  for (const table of TABLES_OF_THE_PAST) await entityManager.getConnection().execute(`delete from ${table}`);
}

/** Lets the positions of each partner begin with 1 again, in a log without events. */
export async function numberFromOne({ entityManager }: OpenedDatabase): Promise<void> {
  for (const rows of ['partner_event_head', `event_epoch where partner_id <> ''`])
    await entityManager.getConnection().execute(`delete from ${rows}`);
}

/**
 * Forgets the past, chains of events too, and lets the positions of each partner begin with 1 again. The work that extends
 * chains holds their head, so that it has either ended before, or finds nothing.
 */
export async function startChainsAnew({ entityManager }: OpenedDatabase): Promise<void> {
  const rows = [
    ...TABLES_OF_THE_PAST,
    ...['partner_event_head', `event_epoch where partner_id <> ''`, 'event_chain', 'event_checkpoint'],
  ];
  const deletions = rows.map((of) => `delete from ${of};`).join(' ');
  await entityManager
    .getConnection()
    .execute(`do $$ begin perform from event_chain_head for update; ${deletions} end $$`);
}
