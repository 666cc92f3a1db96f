import { LockMode } from '@mikro-orm/core';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { isConsumerName } from './consumer-fields.value.ts';
import type { FindPosition, WantedPosition } from './consumer-position.value.ts';
import { consumerNotFound, type ConsumerNotFound } from './consumer.errors.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { shownConsumer, type ConsumerRow } from './event-consumer.rows.ts';

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
  const code = given.length === 0 ? 'REQUIRED' : 'CONFLICT';
  if (given.length !== 1) return refuseInput([{ path: ['to'], code, message: 'Give one of to, after and since.' }]);
  const { position, epoch, givenAt } = await findPosition(wanted);
  if (!isConsumerName(name)) return consumerNotFound();
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    // Locked, so that no lease is taken, and nothing acknowledged, in between.
    const lockMode = LockMode.PESSIMISTIC_WRITE;
    const consumer = await entities.findOne(EventConsumer, { partnerId, name }, { lockMode });
    if (consumer === null) return consumerNotFound();
    Object.assign(consumer, { position, epoch, givenAt: givenAt && new Date(givenAt) });
    consumer.moves += 1;
    consumer.worker = null;
    consumer.leasedUntil = null;
    await entities.flush();
    return shownConsumer(transaction, consumer);
  });
}
