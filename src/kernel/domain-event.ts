/** Contexts in which events occur. */
export const EventContext = { POCKET: 'POCKET', CUSTOMER: 'CUSTOMER', PIX: 'PIX', TED: 'TED' } as const;
export type EventContext = (typeof EventContext)[keyof typeof EventContext];

/** Names of all events of the service. */
export const EventName = {
  POCKET_ACCOUNT_WAS_CREATED: 'POCKET_ACCOUNT_WAS_CREATED',
  CUSTOMER_WAS_RECEIVED: 'CUSTOMER_WAS_RECEIVED',
  CUSTOMER_WAS_APPROVED: 'CUSTOMER_WAS_APPROVED',
  CUSTOMER_WAS_REPROVED: 'CUSTOMER_WAS_REPROVED',
  PIX_CASH_IN_WAS_RECEIVED: 'PIX_CASH_IN_WAS_RECEIVED',
  PIX_CASH_IN_WAS_CLEARED: 'PIX_CASH_IN_WAS_CLEARED',
  TED_CASH_IN_WAS_CLEARED: 'TED_CASH_IN_WAS_CLEARED',
} as const;
export type EventName = (typeof EventName)[keyof typeof EventName];

/** The one context in which each event occurs (seed, Events). */
export const CONTEXT_OF_EVENT: Readonly<Record<EventName, EventContext>> = {
  POCKET_ACCOUNT_WAS_CREATED: 'POCKET',
  CUSTOMER_WAS_RECEIVED: 'CUSTOMER',
  CUSTOMER_WAS_APPROVED: 'CUSTOMER',
  CUSTOMER_WAS_REPROVED: 'CUSTOMER',
  PIX_CASH_IN_WAS_RECEIVED: 'PIX',
  PIX_CASH_IN_WAS_CLEARED: 'PIX',
  TED_CASH_IN_WAS_CLEARED: 'TED',
};

/** Something that happened, before the log has given it a position. It never carries personal data. */
export interface DomainEvent {
  readonly id: string;
  readonly partnerId: string;
  readonly companyKey: string;
  readonly name: EventName;
  readonly context: EventContext;
  /** The id by which the outside knows the subject: the number of a pocket, the document of a customer, the id of a cash-in. */
  readonly entityId: string;
  /** The row id of the subject. */
  readonly subjectId: string;
  readonly idempotencyKey: string;
  readonly correlationId: string;
  readonly occurredAt: Date;
  /** Version of the API that the body belongs to, such as `2.0`. */
  readonly version: string;
  readonly metadata: object;
  readonly data: object;
}
