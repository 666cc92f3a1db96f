import { listBySql } from '../../platform/statements/keyset-options.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { Stored } from '../../platform/statements/compiled.ts';
import type { EventConsumer } from './event-consumer.entity.ts';

/**
 * The shown columns of a consumer, in table `consumer`. SQL text, since its sequence is that of the event at its
 * position, if stored, and the statements that change a consumer return the same.
 */
export const SHOWN = `consumer.id as "id", consumer.name as "name", consumer.filter as "filter",
  consumer.lease_seconds as "leaseSeconds", consumer.position::text as "position", consumer.epoch as "epoch",
  consumer.given_at as "givenAt", consumer.worker as "worker", consumer.leased_until as "leasedUntil",
  coalesce((
    select event.epoch from event
    where event.partner_id = consumer.partner_id and event.position = consumer.position
  ), consumer.epoch) || '.' || consumer.position as "sequence",
  coalesce((select head.position from partner_event_head as head where head.partner_id = consumer.partner_id), 0)
    - consumer.position as "follow"`;

export interface ConsumerRow extends Stored<
  typeof EventConsumer,
  'id' | 'name' | 'filter' | 'leaseSeconds' | 'position' | 'epoch' | 'givenAt' | 'worker' | 'leasedUntil'
> {
  readonly sequence: string;
  /** Number of events that follow, of any kind. */
  readonly follow: string | number;
}

export interface ListedConsumer extends ConsumerRow {
  readonly owner: string;
  readonly key: string;
}

export const FIND_CONSUMERS = statement<ConsumerRow>(
  'find_event_consumers',
  `select ${SHOWN} from event_consumer as consumer where consumer.partner_id = $1 and consumer.id = any ($2::uuid[])`,
);

/** Returns a stored consumer as it is shown. */
export async function shownConsumer(sql: Sql, { partnerId, id }: EventConsumer): Promise<ConsumerRow> {
  const [shown] = await sql.run(FIND_CONSUMERS, [partnerId, [id]]);
  if (shown === undefined) throw new Error('A consumer is missing that was just stored.');
  return shown;
}

const NAME = 'consumer.name collate "C"';

/** The consumers of a partner by name, in byte order. */
export const consumersOfPartner = new Keyset<ListedConsumer>({
  name: 'event_consumers',
  list: listBySql(`select ${SHOWN}, ${NAME} as "key" from event_consumer as consumer`),
  owner: { expression: 'consumer.partner_id', type: 'text' },
  key: [{ expression: NAME, output: 'key', type: 'text' }],
  descending: false,
});
