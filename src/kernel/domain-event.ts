/** Stands for names and contexts that the gateway does not know. */
export const OTHER = 'OTHER';

/** Contexts in which events occur. */
export const EventContext = {
  POCKET: 'POCKET',
  CUSTOMER: 'CUSTOMER',
  PIX: 'PIX',
  TED: 'TED',
  ACCOUNT: 'ACCOUNT',
  WEBHOOK: 'WEBHOOK',
  OTHER,
} as const;
export type EventContext = (typeof EventContext)[keyof typeof EventContext];

/** Names of all events; only OTHER until the capabilities have declared theirs (`declareEvents`). */
export const EventName: Record<string, string> = { OTHER };
export type EventName = string;

/**
 * An event before the log assigns it a position. It contains no personal data except the CPF of a customer, as
 * `entityId`, and what the partner put into `metadata`.
 */
export interface DomainEvent {
  readonly id: string;
  readonly partnerId: string;
  readonly companyKey: string;
  readonly name: EventName;
  readonly context: EventContext;
  /** The public id of the subject: the number of a pocket or an account, the document of a customer, the id of a cash-in. */
  readonly entityId: string;
  /** The row id of the subject. */
  readonly subjectId: string;
  /** The row id of its account; null if it has none. */
  readonly accountId: string | null;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: Date;
  /** Version of the API that the body belongs to, such as `2.0`. */
  readonly version: string;
  readonly metadata: object;
  readonly data: object;
}
