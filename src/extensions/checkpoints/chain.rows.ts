import { EVENT_SEQUENCE } from '../../events/log/sequence.value.ts';
import { RowSet } from '../../platform/statements/row-set.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';

/** Several workers take turns. */
export const LOCK_CHAIN_HEAD = statement(
  'lock_event_chain_head',
  'select position::text as "position" from event_chain_head for update skip locked',
);

/**
 * Positions become visible in order, so that none before the last is missing. PostgreSQL hashes the bodies: the largest
 * of a batch together are 125 MB.
 */
export const NEXT_TO_CHAIN = statement(
  'find_events_to_chain',
  `select log_position::text as "logPosition", partner_id as "partnerId", position::text as "position",
     ${EVENT_SEQUENCE} as "sequence", id, encode(sha256(convert_to(body, 'UTF8')), 'hex') as "bodyHash"
   from event where log_position > $1::bigint order by log_position limit $2`,
);

/** The chains of partners, and some that have been open since an instant or longer. */
export const FIND_CHAINS = statement(
  'find_event_chains',
  `select partner_id as "partnerId", hash, former_hash as "formerHash", from_sequence as "fromSequence",
     to_sequence as "toSequence", to_position::text as "toPosition", events, opened_at as "openedAt"
   from event_chain
   where partner_id = any ($1::text[])
     or partner_id = any (array(select partner_id from event_chain where opened_at <= $2 order by opened_at limit $3))`,
);

/** How far a partner's events are chained, and the content of its next checkpoint. */
export type Chain = RowOf<typeof FIND_CHAINS>;

export const FIND_COMPANY_KEYS = statement(
  'find_company_keys_to_sign',
  'select id, company_key as "companyKey" from partner where id = any ($1::text[])',
);

/** Requires the lock of the head. */
export const MOVE_CHAIN_HEAD = statement('move_event_chain_head', 'update event_chain_head set position = $1::bigint', {
  writes: 'lock',
});

export const CHAINS = new RowSet([
  ['partnerId', 'text'],
  ['hash', 'text'],
  ['formerHash', 'text'],
  ['fromSequence', 'text'],
  ['toSequence', 'text'],
  ['toPosition', 'bigint'],
  ['events', 'int'],
  ['openedAt', 'timestamptz'],
]);

/** The chains of all partners with new events, in one statement. */
export const STORE_CHAINS = statement(
  'store_event_chains',
  `insert into event_chain (partner_id, hash, former_hash, from_sequence, to_sequence, to_position, events, opened_at)
   select * from ${CHAINS.as('chain')}
   on conflict (partner_id) do update set hash = excluded.hash, former_hash = excluded.former_hash,
     from_sequence = excluded.from_sequence, to_sequence = excluded.to_sequence, to_position = excluded.to_position,
     events = excluded.events, opened_at = excluded.opened_at`,
  { writes: 'batch' },
);

export const CHECKPOINTS = new RowSet([
  ['id', 'uuid'],
  ['partnerId', 'text'],
  ['toPosition', 'bigint'],
  ['fromSequence', 'text'],
  ['toSequence', 'text'],
  ['hash', 'text'],
  ['content', 'text'],
  ['signature', 'text'],
  ['publicKey', 'text'],
  ['closedAt', 'timestamptz'],
]);

/** The checkpoints of all partners that are due, in one statement. */
export const STORE_CHECKPOINTS = statement(
  'store_event_checkpoints',
  `insert into event_checkpoint (id, partner_id, to_position, from_sequence, to_sequence, hash, content, signature,
     public_key, closed_at)
   select * from ${CHECKPOINTS.as('checkpoint')}`,
  { writes: 'batch' },
);

/**
 * When the next event is to be chained or the next checkpoint closed, for the check for due work. It reads the log, not
 * the relay's position, so that it does not fail with the relay.
 */
export const earliestCheckpoint = (openMs: number) =>
  `select case when exists (select from event where log_position > (select position from event_chain_head))
     then $1::timestamptz
     else (select min(opened_at) from event_chain where opened_at is not null) + interval '${openMs} milliseconds' end`;
