import type { Client } from 'pg';

const FORGET_WEBHOOKS = `
  truncate webhook_configuration, webhook_breaker, webhook_delivery, webhook_lease, webhook_message, webhook_attempt,
    message_tally, call_tally, webhook_configuration_head, webhook_configuration_event`;

/** Removes the webhooks of the sandbox world, so that only those of the benchmark exist. */
export async function emptyArchive(client: Client): Promise<void> {
  await client.query(FORGET_WEBHOOKS);
}
