import type { Ask, Gateway } from './gateway.ts';

const CONSUMER = 'id name filter cursor sequence lag worker leasedUntil';
const CODE = '... on DomainError { code status message }';
const REFUSAL = `${CODE} ... on InvalidInputError { violations { path message } }`;

/** A consumer as in the schema. */
export interface Consumer {
  readonly id: string;
  readonly name: string;
  readonly filter: object;
  readonly cursor: string;
  readonly sequence: string;
  readonly lag: number;
  readonly worker: string | null;
  readonly leasedUntil: string | null;
}

export interface GivenEvent {
  readonly id: string;
  readonly cursor: string;
  readonly sequence: string;
  readonly name: string;
  readonly occurredAt: string;
}

/** The result of a mutation of consumers: a success, or a refusal with its code. */
export interface Outcome {
  readonly __typename: string;
  readonly code?: string;
  readonly status?: number;
  readonly message?: string;
  readonly violations?: readonly { readonly path: readonly string[]; readonly message: string }[];
  readonly consumer?: Consumer;
  readonly events?: readonly GivenEvent[];
  readonly leasedUntil?: string;
  readonly oldestSequence?: string;
  readonly limit?: number;
  readonly name?: string;
}

type Asked = Partial<Ask>;

const CREATE = `mutation ($input: CreateConsumerInput!) {
  createConsumer(input: $input) { __typename ... on CreateConsumerSuccess { consumer { ${CONSUMER} } } ${REFUSAL}
    ... on MaximumConsumersCountReachedError { limit } }
}`;
const SEEK = `mutation ($name: String!, $to: ConsumerStart, $after: String, $since: DateTime) {
  seekConsumer(input: { consumer: $name, to: $to, after: $after, since: $since }) {
    __typename ... on SeekConsumerSuccess { consumer { ${CONSUMER} } } ${REFUSAL} }
}`;
const DELETE = `mutation ($name: String!) {
  deleteConsumer(input: { consumer: $name }) { __typename ... on DeleteConsumerSuccess { name } ${CODE} }
}`;
export const NEXT = `mutation ($consumer: String!, $worker: String!, $max: Int! = 100, $wait: Int! = 0) {
  nextEvents(input: { consumer: $consumer, worker: $worker, max: $max, wait: $wait }) {
    __typename ... on NextEventsSuccess { events { id cursor sequence name occurredAt } consumer { ${CONSUMER} } } ${REFUSAL}
    ... on ConsumerBusyError { leasedUntil } ... on ConsumerPlaceExpiredError { oldestSequence } }
}`;
export const ACK = `mutation ($consumer: String!, $worker: String!, $through: String!) {
  ackEvents(input: { consumer: $consumer, worker: $worker, through: $through }) {
    __typename ... on AckEventsSuccess { consumer { ${CONSUMER} } } ${REFUSAL} }
}`;
export const LIST = `query ($first: Int, $after: String) {
  eventConsumers(first: $first, after: $after) { totalCount nodes { ${CONSUMER} } pageInfo { hasNextPage endCursor } }
}`;

function mutation(field: string, query: string) {
  return async (gateway: Pick<Gateway, 'data'>, variables: object, ask: Asked = {}): Promise<Outcome> =>
    (await gateway.data({ ...ask, query, variables }))[field] as Outcome;
}

const create = mutation('createConsumer', CREATE);

export function createConsumer(gateway: Pick<Gateway, 'data'>, input: object, ask: Asked = {}): Promise<Outcome> {
  return create(gateway, { input }, ask);
}
export const seekConsumer = mutation('seekConsumer', SEEK);
export const deleteConsumer = mutation('deleteConsumer', DELETE);
export const nextEvents = mutation('nextEvents', NEXT);
export const ackEvents = mutation('ackEvents', ACK);

/** Returns the consumers of a partner, by name. */
export async function consumersOf(gateway: Gateway, ask: Asked = {}): Promise<readonly Consumer[]> {
  return (await gateway.data({ ...ask, query: LIST })).eventConsumers.nodes as readonly Consumer[];
}

/** Returns the events of a call that must be a success. */
export function givenBy({ events, consumer, ...rest }: Outcome) {
  if (events === undefined || consumer === undefined) throw new Error(`Refused: ${JSON.stringify(rest)}`);
  return { events, consumer, sequences: events.map(({ sequence }) => sequence) };
}
