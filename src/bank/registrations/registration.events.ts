import type { Random } from '../../kernel/random.ts';
import { ErrorOrigin } from '../../kernel/domain-error.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { CustomerStatus } from '../customers/customer-status.enum.ts';

/** Steps of a registration, each of which is told. */
type RegistrationStatus = Extract<CustomerStatus, 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED'>;

export const CUSTOMER_WAS_RECEIVED = defineEvent({
  name: 'CUSTOMER_WAS_RECEIVED',
  description: 'The registration of a customer was received.',
  ...stepTo('PENDING_APPROVAL'),
});

export const CUSTOMER_WAS_APPROVED = defineEvent({
  name: 'CUSTOMER_WAS_APPROVED',
  description: 'A customer was approved.',
  ...stepTo('APPROVED'),
});

export const CUSTOMER_WAS_REPROVED = defineEvent({
  name: 'CUSTOMER_WAS_REPROVED',
  description: 'A customer was rejected.',
  ...stepTo('REPROVED'),
});

/** What the events of all steps have in common. */
function stepTo(status: RegistrationStatus) {
  return {
    context: EventContext.CUSTOMER,
    origin: ErrorOrigin.PARTNER_API,
    version: '1.0',
    entityId: { type: 'string', description: 'Document of the customer, digits only.', example: '10020030169' },
    data: {
      registrationId: {
        type: 'string',
        description: 'Id of the registration, as registerCustomer gave it.',
        example: '019a9c1e-5f00-7a3b-8c4d-2e1f0a9b8c7d',
        format: 'uuid',
      },
      status: {
        type: 'string',
        description: 'Status of the registration from then on.',
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

/** The event of a step. Of the customer it tells only the document, by which partners know whom it is about. */
export function registrationEvent(step: RegistrationStep, random: Random): DomainEvent {
  const { registrationId, documentNumber, status, requester, at } = step;
  const subject = { entityId: documentNumber, subjectId: registrationId };
  return eventOf(EVENT_OF[status], { ...subject, requester, at, data: { registrationId, status } }, random);
}
