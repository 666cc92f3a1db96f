import { statement } from '../../platform/statements/statement.ts';

/** Finds a message as it was sent. With `offset 0` the event is looked up; else a plan for many partners might read all events of the partner. */
export const FIND_SENT_MESSAGE = statement(
  'find_sent_message',
  `select message.configuration_id as "configurationId", message.format, event.id, event.name,
     event.raw_name as "rawName", event.entity_id as "entityId", event.subject_id as "subjectId", event.occurred_at as "occurredAt", event.body
   from webhook_message as message
   cross join lateral (
     select * from event where event.partner_id = message.partner_id and event.position = message.event_position offset 0
   ) as event
   where message.partner_id = $1 and message.id = $2::uuid`,
);

/** Finds the sealed secrets of a partner's configurations. */
export const FIND_SECRETS = statement(
  'find_secrets_of_partner',
  `select id as "configurationId", name, secret, previous_secret as "previousSecret"
   from webhook_configuration where partner_id = $1 order by created_at desc, id desc`,
);
