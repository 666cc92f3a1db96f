import { statement } from '../../platform/statements/statement.ts';
import { TAKEN_COLUMNS, type TakenIntent } from './intent.rows.ts';
import type { Stored } from '../../platform/statements/compiled.ts';
import type { ProviderIntent } from './provider-intent.entity.ts';

/** Nobody is at it: it waits for its next try, or nobody tries any more, or who did has not come back. */
const IS_FREE = `(state = 'UNKNOWN' or lease is null or due_at <= $3)`;

/** The mutation that a correlation id has asked for, while its outcome is open. */
export const FIND_INTENT_OF_EVENT = statement<{ mutation: string }>(
  'find_intent_of_event',
  `select mutation from provider_intent where partner_id = $1 and correlation_id = $2 and state in ('RUNNING', 'UNKNOWN')`,
);

/**
 * Takes up the intents that an event may be about; their lease is $5 then and ends at $6; nothing while a request or a worker is at
 * it. SQL, as one that nobody tries any more is tried again.
 */
export const TAKE_INTENTS_OF_EVENT = statement<TakenIntent>(
  'take_provider_intents_of_event',
  `update provider_intent as intent set lease = $5, due_at = $6, state = 'RUNNING'
   from (
     select id from provider_intent
     where partner_id = $1 and correlation_id = $2 and mutation = $4 and state in ('RUNNING', 'UNKNOWN') and ${IS_FREE}
     for update skip locked
   ) as taken, partner
   where intent.id = taken.id and partner.id = intent.partner_id
   returning ${TAKEN_COLUMNS}`,
);

/** Has those that wait for their next try looked for now: an event arrived that one of them may have caused. */
export const HASTEN_INTENTS = statement(
  'hasten_provider_intents',
  `update provider_intent set due_at = $3
   where partner_id = $1 and mutation = $2 and state = 'RUNNING' and lease is null and due_at > $3`,
);

/** An intent of which nobody can say what became of it. */
export type UnknownIntent = Stored<
  typeof ProviderIntent,
  'id' | 'partnerId' | 'mutation' | 'key' | 'correlationId' | 'createdAt'
>;

/** All of them, the oldest first. */
export const FIND_UNKNOWN_INTENTS = statement<UnknownIntent>(
  'find_unknown_provider_intents',
  `select id, partner_id as "partnerId", mutation, key, correlation_id as "correlationId", created_at as "createdAt"
   from provider_intent where state = 'UNKNOWN' order by created_at, id limit $1`,
);

/** One of them, as it is. */
export const FIND_UNKNOWN_INTENT = statement<TakenIntent>(
  'find_unknown_provider_intent',
  `select ${TAKEN_COLUMNS} from provider_intent as intent join partner on partner.id = intent.partner_id
   where intent.id = $1 and intent.state = 'UNKNOWN'`,
);

/** Takes it, to settle it by hand; nothing where it was settled meanwhile. No worker takes it up. */
export const TAKE_UNKNOWN_INTENT = statement<{ id: string }>(
  'take_unknown_provider_intent',
  `update provider_intent set lease = $2 where id = $1 and state = 'UNKNOWN' returning id`,
);
