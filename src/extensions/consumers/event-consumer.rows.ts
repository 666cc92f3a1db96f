import { listLike } from '../../platform/statements/keyset-options.ts';
import { Keyset } from '../../platform/statements/keyset.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { Sql } from '../../platform/database/database.ts';
import type { RowOf } from '../../platform/statements/compiled.ts';
import type { EventConsumer } from './event-consumer.entity.ts';

/** Names are in byte order. */
const NAME = 'consumer.name collate "C"';

/**
 * The shown columns of a consumer, in table `consumer`. SQL text, since its sequence is that of the event at its
 * position, if stored, and the statements that change a consumer return the same.
 */
export const SHOWN = `consumer.id as "id", ${NAME} as "name", consumer.filter as "filter",
  consumer.lease_seconds as "leaseSeconds", consumer.position::text as "position", consumer.epoch as "epoch",
  consumer.given_at as "givenAt", consumer.worker as "worker", consumer.leased_until as "leasedUntil",
  coalesce((
    select event.epoch from event
    where event.partner_id = consumer.partner_id and event.position = consumer.position
  ), consumer.epoch) || '.' || consumer.position as "sequence",
  coalesce((select head.position from partner_event_head as head where head.partner_id = consumer.partner_id), 0)
    - consumer.position as "follow"`;

export const FIND_CONSUMERS = statement(
  'find_event_consumers',
  `select ${SHOWN} from event_consumer as consumer where consumer.partner_id = $1 and consumer.id = any ($2::uuid[])`,
);

export type ConsumerRow = RowOf<typeof FIND_CONSUMERS>;

/** Returns a stored consumer as it is shown. */
export async function shownConsumer(sql: Sql, { partnerId, id }: EventConsumer): Promise<ConsumerRow> {
  const [shown] = await sql.run(FIND_CONSUMERS, [partnerId, [id]]);
  if (shown === undefined) throw new Error('A consumer is missing that was just stored.');
  return shown;
}

export interface ListedConsumer extends ConsumerRow {
  readonly owner: string;
}

/** The consumers of a partner by name. */
export const consumersOfPartner = new Keyset<ListedConsumer>({
  name: 'event_consumers',
  list: listLike(FIND_CONSUMERS, `select ${SHOWN} from event_consumer as consumer`),
  owner: { expression: 'consumer.partner_id', type: 'text' },
  key: [{ expression: NAME, output: 'name', type: 'text' }],
  descending: false,
});
