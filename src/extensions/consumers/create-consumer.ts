import { refuseInput, type InputViolation } from '../../kernel/domain-error.ts';
import type { Random } from '../../kernel/random.ts';
import { advisoryLock } from '../../platform/database/advisory-lock.ts';
import { ViolationCode } from '../../kernel/violation-code.ts';
import type { Caller } from '../../platform/database/caller.ts';
import { statement } from '../../platform/statements/statement.ts';
import { leaseViolations, nameViolations } from './consumer-fields.value.ts';
import type { FindPosition, WantedPosition } from './consumer-position.value.ts';
import { consumerAlreadyExists, maximumConsumersCountReached, type CreateConsumerRefusal } from './consumer.errors.ts';
import { EventConsumer } from './event-consumer.entity.ts';
import { shownConsumer, type ConsumerRow } from './event-consumer.rows.ts';

/** Maximum number per partner (docs/protocol.md). */
const CONSUMERS_MAX = 20;

/** Serializes creations for a partner, so that the checks below remain true. */
const LOCK_CONSUMERS = statement('lock_event_consumers', `select ${advisoryLock('event-consumers', '$1')}`);

/** A consumer to create. */
export interface NewConsumer {
  readonly name: string;
  readonly filter: object;
  readonly leaseSeconds: number;
  readonly position: WantedPosition;
}

export interface CreateConsumerNeeds {
  readonly random: Random;
  /** Finds its start position. */
  readonly findPosition: FindPosition;
}

/** Creates a consumer: a named position in the partner's events. */
export async function createConsumer(
  { database, requester: { partnerId } }: Caller,
  { random, findPosition }: CreateConsumerNeeds,
  wanted: NewConsumer,
): Promise<ConsumerRow | CreateConsumerRefusal> {
  const violations = violationsOf(wanted);
  if (violations.length > 0) return refuseInput(violations);
  const { name, filter, leaseSeconds } = wanted;
  const { position, epoch, givenAt } = await findPosition(wanted.position);
  return database.transaction(async (transaction) => {
    const { entities } = transaction;
    await transaction.run(LOCK_CONSUMERS, [partnerId]);
    if ((await entities.count(EventConsumer, { partnerId, name })) > 0) return consumerAlreadyExists();
    if ((await entities.count(EventConsumer, { partnerId })) >= CONSUMERS_MAX)
      return maximumConsumersCountReached(CONSUMERS_MAX);
    const consumer = entities.create(EventConsumer, {
      id: random.uuid(),
      partnerId,
      name,
      filter: JSON.stringify(filter),
      leaseSeconds,
      position,
      epoch,
      givenAt: givenAt && new Date(givenAt),
    });
    await entities.flush();
    return shownConsumer(transaction, consumer);
  });
}

function violationsOf({ name, leaseSeconds, position: { start, after } }: NewConsumer): readonly InputViolation[] {
  const message = 'Give from or after, not both.';
  const ofPosition = start != null && after != null ? [{ path: ['after'], code: ViolationCode.CONFLICT, message }] : [];
  return [...nameViolations(name), ...leaseViolations(leaseSeconds), ...ofPosition];
}
