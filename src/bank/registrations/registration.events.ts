import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';

/** Steps of a registration, each of which has an event. */
type RegistrationStatus = Extract<CustomerStatus, 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED'>;

/** The public id of the subject. */
export const CUSTOMER_ENTITY_ID = {
  type: 'string',
  description: 'Document of the customer, digits only.',
  example: '10020030169',
} as const;
export const REGISTRATION_ID = {
  type: 'string',
  description: 'Id of the registration, as registerCustomer returned it.',
  example: '019a9c1e-5f00-7a3b-8c4d-2e1f0a9b8c7d',
  format: 'uuid',
} as const;

export const CUSTOMER_WAS_RECEIVED = defineEvent({
  name: 'CUSTOMER_WAS_RECEIVED',
  description: 'The registration of a customer was received.',
  ...stepTo('PENDING_APPROVAL', Origin.PARTNER_API),
});

export const CUSTOMER_WAS_APPROVED = defineEvent({
  name: 'CUSTOMER_WAS_APPROVED',
  description: 'A customer was approved.',
  ...stepTo('APPROVED', Origin.GATEWAY),
});

export const CUSTOMER_WAS_REPROVED = defineEvent({
  name: 'CUSTOMER_WAS_REPROVED',
  description: 'A customer was rejected.',
  ...stepTo('REPROVED', Origin.GATEWAY),
});

export const CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED = defineEvent({
  name: 'CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED',
  description: 'A detailed analysis of a rejected registration was requested.',
  context: EventContext.CUSTOMER,
  origin: Origin.GATEWAY,
  version: '1.0',
  entityId: CUSTOMER_ENTITY_ID,
  data: {
    registrationId: REGISTRATION_ID,
    dueAt: {
      type: 'string',
      description: 'When it is due, in UTC.',
      example: '2026-12-02T02:59:59.999Z',
      format: 'date-time',
    },
  },
});

interface RequestedAnalysis extends Pick<RegistrationStep, 'registrationId' | 'documentNumber' | 'requester' | 'at'> {
  readonly dueAt: Date;
}

export function detailedAnalysisWasRequested(
  { registrationId, documentNumber, dueAt, requester, at }: RequestedAnalysis,
  random: Random,
): DomainEvent {
  const subject = { entityId: documentNumber, subjectId: registrationId };
  const data = { registrationId, dueAt: dueAt.toISOString() };
  return eventOf(CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED, { ...subject, requester, at, data }, random);
}

/** What the events of all steps have in common. */
function stepTo(status: RegistrationStatus, origin: Origin) {
  return {
    context: EventContext.CUSTOMER,
    origin,
    version: '1.0',
    entityId: CUSTOMER_ENTITY_ID,
    data: {
      registrationId: REGISTRATION_ID,
      status: {
        type: 'string',
        description: 'New status of the registration.',
        example: status,
        enum: [status],
      },
    },
  } as const;
}

const EVENT_OF: Readonly<Record<RegistrationStatus, typeof CUSTOMER_WAS_RECEIVED>> = {
  PENDING_APPROVAL: CUSTOMER_WAS_RECEIVED,
  APPROVED: CUSTOMER_WAS_APPROVED,
  REPROVED: CUSTOMER_WAS_REPROVED,
};

export interface RegistrationStep {
  readonly registrationId: string;
  readonly documentNumber: string;
  readonly status: RegistrationStatus;
  readonly requester: Requester;
  readonly at: Date;
}

/** Returns the event of a step. It contains only the customer's document, which identifies the customer to partners. */
export function registrationEvent(step: RegistrationStep, random: Random): DomainEvent {
  const { registrationId, documentNumber, status, requester, at } = step;
  const subject = { entityId: documentNumber, subjectId: registrationId };
  return eventOf(EVENT_OF[status], { ...subject, requester, at, data: { registrationId, status } }, random);
}
