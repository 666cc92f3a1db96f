import type { Caller } from '../../platform/database/caller.ts';
import { statement } from '../../platform/statements/statement.ts';
import { isConsumerName } from './consumer-fields.value.ts';
import { consumerNotFound, type ConsumerNotFound } from './consumer.errors.ts';

const DELETE = statement<{ id: string; name: string }>(
  'delete_event_consumer',
  'delete from event_consumer where partner_id = $1 and name = $2 returning id, name',
);

/** Deletes a consumer and its position, leased or not. */
export async function deleteConsumer(
  { database, requester: { partnerId } }: Caller,
  name: string,
): Promise<{ readonly id: string; readonly name: string } | ConsumerNotFound> {
  if (!isConsumerName(name)) return consumerNotFound();
  return database.transaction(async (transaction) => {
    const [deleted] = await transaction.run(DELETE, [partnerId, name]);
    return deleted ?? consumerNotFound();
  });
}
