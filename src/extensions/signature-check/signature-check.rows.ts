import { statement } from '../../platform/statements/statement.ts';
import type { Stored } from '../../platform/statements/compiled.ts';
import type { Event } from '../../events/log/event.entity.ts';
import type { WebhookMessage } from '../../webhooks/archive/webhook-message.entity.ts';

/** A message as it was sent; instants as PostgreSQL writes them. */
type SentMessageRow = Stored<typeof WebhookMessage, 'configurationId' | 'format'> &
  Stored<typeof Event, 'id' | 'name' | 'rawName' | 'entityId' | 'occurredAt' | 'body'>;

/** With `offset 0` the event is looked up; else a plan for many partners might read all events of the partner. */
export const FIND_SENT_MESSAGE = statement<SentMessageRow>(
  'find_sent_message',
  `select message.configuration_id as "configurationId", message.format, event.id, event.name,
     event.raw_name as "rawName", event.entity_id as "entityId", event.occurred_at as "occurredAt", event.body
   from webhook_message as message
   cross join lateral (
     select * from event where event.partner_id = message.partner_id and event.position = message.event_position offset 0
   ) as event
   where message.partner_id = $1 and message.id = $2::uuid`,
);

/** Sealed secrets of a configuration. */
interface SecretsRow {
  readonly configurationId: string;
  readonly name: string;
  readonly secret: string;
  readonly previousSecret: string | null;
}

export const FIND_SECRETS = statement<SecretsRow>(
  'find_secrets_of_partner',
  `select id as "configurationId", name, secret, previous_secret as "previousSecret"
   from webhook_configuration where partner_id = $1 order by created_at desc, id desc`,
);
