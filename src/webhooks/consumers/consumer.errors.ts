import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';

/** What consumers refuse. */
export const consumerRefusals = {
  CONSUMER_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Consumer not found.',
    condition: 'the partner has no consumer of this name',
  },
  CONSUMER_ALREADY_EXISTS: {
    origin: 'GATEWAY',
    status: 409,
    message: 'A consumer with this name already exists.',
    condition: 'the partner has a consumer of this name already',
  },
  CONSUMER_BUSY: {
    origin: 'GATEWAY',
    status: 409,
    message: 'Another worker holds the consumer.',
    condition: 'the lease of another worker has not lapsed',
  },
  CONSUMER_LEASE_LOST: {
    origin: 'GATEWAY',
    status: 409,
    message: 'The worker does not hold the consumer any more.',
    condition: 'another worker has taken the consumer since, or it was freed: what was given may be given to another',
  },
  CONSUMER_PLACE_EXPIRED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The consumer stands before the oldest event that is kept.',
    condition: 'events after the place of the consumer are not kept any more: seek to go on',
  },
  MAXIMUM_CONSUMERS_COUNT_REACHED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Maximum count of consumers reached.',
    condition: 'the partner has as many consumers as it may have',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(consumerRefusals);

export function consumerNotFound() {
  return refuse('CONSUMER_NOT_FOUND', {});
}

export function consumerAlreadyExists() {
  return refuse('CONSUMER_ALREADY_EXISTS', {});
}

/** @param leasedUntil when the lease of the other lapses, in RFC 3339 */
export function consumerBusy(leasedUntil: string) {
  return refuse('CONSUMER_BUSY', { leasedUntil });
}

export function consumerLeaseLost() {
  return refuse('CONSUMER_LEASE_LOST', {});
}

/** @param oldestSequence of the oldest event that is kept */
export function consumerPlaceExpired(oldestSequence: string) {
  return refuse('CONSUMER_PLACE_EXPIRED', { oldestSequence });
}

/** @param limit how many a partner may have */
export function maximumConsumersCountReached(limit: number) {
  return refuse('MAXIMUM_CONSUMERS_COUNT_REACHED', { limit });
}

/** Everything that createConsumer may answer instead of a consumer. */
export type CreateConsumerRefusal =
  InvalidInput | ReturnType<typeof consumerAlreadyExists> | ReturnType<typeof maximumConsumersCountReached>;
export type ConsumerNotFound = ReturnType<typeof consumerNotFound>;
/** Why a worker cannot have a consumer. */
export type HoldRefusal = ConsumerNotFound | ReturnType<typeof consumerBusy> | ReturnType<typeof consumerPlaceExpired>;
/** Everything that ackEvents may answer instead of having acked. */
export type AckRefusal = InvalidInput | ConsumerNotFound | ReturnType<typeof consumerLeaseLost>;
