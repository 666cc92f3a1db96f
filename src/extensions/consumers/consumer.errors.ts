import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of consumers. Their messages are part of the contract. */
export const consumerRefusals = {
  CONSUMER_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Consumer not found.',
    portuguese: 'Consumidor não encontrado.',
    condition: 'the partner has no consumer with this name',
    path: ['consumer'],
  },
  CONSUMER_ALREADY_EXISTS: {
    origin: 'GATEWAY',
    status: 409,
    message: 'A consumer with this name already exists.',
    portuguese: 'Já existe um consumidor com este nome.',
    condition: 'the partner already has a consumer with this name',
    path: ['name'],
  },
  CONSUMER_BUSY: {
    origin: 'GATEWAY',
    status: 409,
    message: 'Another worker holds the consumer.',
    portuguese: 'O consumidor está com outro processo.',
    condition: 'another worker holds the lease',
    path: ['consumer'],
    retryable: true,
  },
  CONSUMER_LEASE_LOST: {
    origin: 'GATEWAY',
    status: 409,
    message: 'The worker does not hold the consumer any more.',
    portuguese: 'O processo não está mais com o consumidor.',
    condition: 'the lease was lost to another worker or released; other workers may receive the same events',
    path: ['consumer'],
  },
  CONSUMER_PLACE_EXPIRED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The consumer stands before the oldest event that is kept.',
    portuguese: 'O consumidor está antes do evento mais antigo que é guardado.',
    condition: 'events after the position of the consumer are no longer stored: use seekConsumer',
    path: ['consumer'],
  },
  MAXIMUM_CONSUMERS_COUNT_REACHED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Maximum count of consumers reached.',
    portuguese: 'Número máximo de consumidores atingido.',
    condition: 'the partner has reached its limit of consumers',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(consumerRefusals);

export function consumerNotFound() {
  return refuse('CONSUMER_NOT_FOUND', {});
}

export function consumerAlreadyExists() {
  return refuse('CONSUMER_ALREADY_EXISTS', {});
}

/** @param leasedUntil when the lease of the other worker expires, in RFC 3339 */
export function consumerBusy(leasedUntil: string) {
  return refuse('CONSUMER_BUSY', { leasedUntil });
}

export function consumerLeaseLost() {
  return refuse('CONSUMER_LEASE_LOST', {});
}

/** @param oldestSequence of the oldest stored event */
export function consumerPlaceExpired(oldestSequence: string) {
  return refuse('CONSUMER_PLACE_EXPIRED', { oldestSequence });
}

/** @param limit maximum number per partner */
export function maximumConsumersCountReached(limit: number) {
  return refuse('MAXIMUM_CONSUMERS_COUNT_REACHED', { limit });
}

/** All errors of createConsumer. */
export type CreateConsumerRefusal =
  InvalidInput | ReturnType<typeof consumerAlreadyExists> | ReturnType<typeof maximumConsumersCountReached>;
export type ConsumerNotFound = ReturnType<typeof consumerNotFound>;
/** Why a worker cannot lease a consumer. */
export type HoldRefusal = ConsumerNotFound | ReturnType<typeof consumerBusy> | ReturnType<typeof consumerPlaceExpired>;
/** All errors of ackEvents. */
export type AckRefusal = InvalidInput | ConsumerNotFound | ReturnType<typeof consumerLeaseLost>;
