import { statement } from '../../../platform/statements/statement.ts';
import { OPEN_INTENT, TAKEN_COLUMNS } from './intent.rows.ts';
import type { RowOf } from '../../../platform/statements/compiled.ts';

/** Not leased: it waits for its next attempt, was given up, or its last lease has expired. */
const IS_FREE = `(state = 'UNKNOWN' or lease is null or due_at <= $3)`;

/** Finds the mutation of a correlation id, while its outcome is open. */
export const FIND_INTENT_OF_EVENT = statement(
  'find_intent_of_event',
  `select mutation from provider_intent where partner_id = $1 and correlation_id = $2 and state in ('RUNNING', 'UNKNOWN')`,
);

/** Finds the encrypted inputs of a partner's mutations whose outcome is open: of $2, or of all. */
export const FIND_OPEN_REQUESTS = statement(
  'find_open_provider_requests',
  `select id, request from provider_intent where partner_id = $1 and state in ('RUNNING', 'UNKNOWN')
     and ($2::text is null or mutation = $2)`,
  { neverNull: ['request'] },
);

/**
 * Claims the intents that an event may concern, with lease $5 until $6; none while a request or a worker holds them.
 * SQL, as it also reopens one that was given up.
 */
export const TAKE_INTENTS_OF_EVENT = statement(
  'take_provider_intents_of_event',
  `update provider_intent as intent set lease = $5, due_at = $6, state = 'RUNNING'
   from (
     select id from provider_intent
     where partner_id = $1 and correlation_id = $2 and mutation = $4 and state in ('RUNNING', 'UNKNOWN') and ${IS_FREE}
     for update skip locked
   ) as taken, partner
   where intent.id = taken.id and partner.id = intent.partner_id
   returning ${TAKEN_COLUMNS}`,
  { ...OPEN_INTENT, writes: 'lock' },
);

/** Makes waiting intents due now: an event arrived that one of them may have caused. */
export const HASTEN_INTENTS = statement(
  'hasten_provider_intents',
  `update provider_intent set due_at = $3
   where partner_id = $1 and mutation = $2 and state = 'RUNNING' and lease is null and due_at > $3`,
  { writes: 'batch' },
);

/** Finds the oldest intents whose outcome is unknown. */
export const FIND_UNKNOWN_INTENTS = statement(
  'find_unknown_provider_intents',
  `select id, partner_id as "partnerId", mutation, key, correlation_id as "correlationId", created_at as "createdAt"
   from provider_intent where state = 'UNKNOWN' order by created_at, id limit $1`,
);

/** An intent whose outcome is unknown. */
export type UnknownIntent = RowOf<typeof FIND_UNKNOWN_INTENTS>;

/** Finds one of them, in the form of a claimed intent. */
export const FIND_UNKNOWN_INTENT = statement(
  'find_unknown_provider_intent',
  `select ${TAKEN_COLUMNS} from provider_intent as intent join partner on partner.id = intent.partner_id
   where intent.id = $1 and intent.state = 'UNKNOWN'`,
  OPEN_INTENT,
);

/** Leases it, to settle it by hand; no row if it was settled meanwhile. No worker claims it. */
export const TAKE_UNKNOWN_INTENT = statement(
  'take_unknown_provider_intent',
  `update provider_intent set lease = $2 where id = $1 and state = 'UNKNOWN' returning id`,
  { writes: 'lock' },
);
