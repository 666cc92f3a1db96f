import { sql } from 'kysely';
import { advisoryLock } from '../../../platform/database/advisory-lock.ts';
import { dueInTurn } from '../../../platform/database/waiting-partners.ts';
import {
  compiled,
  nullableText,
  parameter,
  text,
  timestamptz,
  uuid,
  type RowOf,
} from '../../../platform/statements/compiled.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { ProviderEvent } from './provider-event.entity.ts';

/** Serializes the events of an entity, so that a later one sees what is parked. */
export const LOCK_ENTITY = statement('lock_entity_of_events', `select ${advisoryLock('provider-events', '$1', '$2')}`);

/** Inserts nothing if the event was received before, under its key or as the same round of its entity. */
export const NOTE_EVENT = compiled(
  'note_provider_event',
  {
    entities: [ProviderEvent],
    parameters: {
      id: uuid,
      partnerId: text,
      idempotencyKey: uuid,
      name: text,
      entityId: text,
      round: nullableText,
      receivedAt: timestamptz,
      body: nullableText,
      dueAt: parameter<string | null>('timestamptz'),
    },
    writes: 'lock',
  },
  (tables, values) =>
    tables
      .insertInto('ProviderEvent')
      .values({ ...values, tries: sql.lit(0) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id'),
);

/** Whether a key is known, and whether an event of the entity is parked. */
export const FIND_STANDING_EVENTS = statement(
  'find_standing_events',
  `select exists (select from provider_event where partner_id = $1 and idempotency_key = $2) as "isKnown",
     exists (select from provider_event where partner_id = $1 and entity_id = $3 and body is not null) as "isParked"`,
);

const parked = dueInTurn('provider_event', 'id');

/** Query for when the next parked event is due, as part of that for all due work. */
export const EARLIEST_PARKED = parked.earliest;

/** Claims due events until $2. SQL, since partners take turns with limited shares. Workers never claim the same one. */
export const TAKE_UP_PARKED = statement(
  'take_up_parked_events',
  `with recursive ${parked.dueInShares}
   update provider_event as event set due_at = $2, tries = event.tries + 1
   from (
     select id from provider_event where id in (select id from due) for update skip locked
   ) as taken, partner
   where event.id = taken.id and partner.id = event.partner_id
   returning event.id, event.partner_id as "partnerId", partner.company_key as "companyKey",
     event.entity_id as "entityId", event.body, event.received_at as "receivedAt", event.tries`,
  // One without a body is not parked, and never due.
  { neverNull: ['body'], writes: 'lock' },
);

/** A parked event that a worker has claimed. */
export type ParkedEvent = RowOf<typeof TAKE_UP_PARKED>;

/** Changes nothing if another worker has released it. */
export const POSTPONE_PARKED = statement(
  'postpone_parked_event',
  `update provider_event set due_at = $2 where id = $1 and body is not null`,
  { writes: 'lock' },
);

/** Deletes nothing if another worker has released it. */
export const UNPARK = statement(
  'unpark_event',
  `delete from provider_event where id = $1 and body is not null returning id`,
  { writes: 'lock' },
);

/** Makes the next event of the entity due once those before it are released. */
export const WAKE_NEXT_PARKED = statement(
  'wake_next_parked_event',
  `update provider_event set due_at = $3 where id = (
     select id from provider_event where partner_id = $1 and entity_id = $2 and body is not null order by id limit 1
   )`,
  { writes: 'order' },
);
