import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { statement } from '../../platform/statements/statement.ts';
import { isConsumerName } from './consumer-fields.value.ts';
import type { FindPosition, WantedPosition } from './consumer-position.value.ts';
import { consumerNotFound, type ConsumerNotFound } from './consumer.errors.ts';
import { SHOWN, type ConsumerRow } from './event-consumer.rows.ts';

/** One statement, so that no lease is taken, and nothing acknowledged, in between. */
const SEEK = statement<ConsumerRow>(
  'seek_event_consumer',
  `update event_consumer as consumer
   set position = $3::bigint, epoch = $4, given_at = $5::timestamptz,
     moves = consumer.moves + 1, worker = null, leased_until = null
   where consumer.partner_id = $1 and consumer.name = $2
   returning ${SHOWN}`,
);

/**
 * Moves a consumer to another position and releases its lease.
 * @param findPosition finds the new position
 */
export async function seekConsumer(
  { database, requester: { partnerId } }: Caller,
  findPosition: FindPosition,
  { name, position: wanted }: { readonly name: string; readonly position: WantedPosition },
): Promise<ConsumerRow | InvalidInput | ConsumerNotFound> {
  const given = [wanted.start, wanted.after, wanted.since].filter((one) => one != null);
  if (given.length !== 1) return refuseInput([{ path: ['to'], message: 'Give one of to, after and since.' }]);
  const { position, epoch, givenAt } = await findPosition(wanted);
  if (!isConsumerName(name)) return consumerNotFound();
  return database.transaction(async (transaction) => {
    const [moved] = await transaction.run(SEEK, [partnerId, name, position, epoch, givenAt]);
    return moved ?? consumerNotFound();
  });
}
