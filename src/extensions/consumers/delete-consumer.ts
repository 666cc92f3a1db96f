import type { Caller } from '../../platform/database/caller.ts';
import { isConsumerName } from './consumer-fields.value.ts';
import { consumerNotFound, type ConsumerNotFound } from './consumer.errors.ts';
import { EventConsumer } from './event-consumer.entity.ts';

/** Deletes a consumer and its position, leased or not. */
export async function deleteConsumer(
  { database, requester: { partnerId } }: Caller,
  name: string,
): Promise<{ readonly id: string; readonly name: string } | ConsumerNotFound> {
  if (!isConsumerName(name)) return consumerNotFound();
  return database.transaction(async ({ entities }) => {
    const consumer = await entities.findOne(EventConsumer, { partnerId, name });
    if (consumer === null) return consumerNotFound();
    entities.remove(consumer);
    return { id: consumer.id, name };
  });
}
