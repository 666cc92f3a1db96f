import type { Random } from '../../kernel/random.ts';
import { Origin } from '../../kernel/origin.ts';
import { EventContext, type DomainEvent } from '../../kernel/domain-event.ts';
import { defineEvent, eventOf } from '../../kernel/event-definition.ts';
import type { Requester } from '../../kernel/requester.ts';
import { CUSTOMER_ENTITY_ID, REGISTRATION_ID } from '../registrations/registration.events.ts';
import { CustomerCancelReason } from './customer-cancel-reason.enum.ts';

const COMMON = {
  context: EventContext.CUSTOMER,
  origin: Origin.GATEWAY,
  version: '1.0',
  entityId: CUSTOMER_ENTITY_ID,
} as const;
const IN_FORCE = { ...REGISTRATION_ID, description: 'Id of the registration in force.' } as const;
const statusOf = (example: 'APPROVED' | 'CANCELED') =>
  ({ type: 'string', description: 'Status of the customer.', example, enum: [example] }) as const;

export const CUSTOMER_WAS_UPDATED = defineEvent({
  ...COMMON,
  name: 'CUSTOMER_WAS_UPDATED',
  description: 'The data of a customer were changed.',
  data: { registrationId: IN_FORCE, status: statusOf('APPROVED') },
});

export const CUSTOMER_WAS_CANCELED = defineEvent({
  ...COMMON,
  name: 'CUSTOMER_WAS_CANCELED',
  description: 'The relationship with a customer was ended.',
  data: {
    registrationId: IN_FORCE,
    status: statusOf('CANCELED'),
    reason: {
      type: 'string',
      description: 'Why it was ended.',
      example: CustomerCancelReason.HOLDER_REQUEST,
      enum: Object.values(CustomerCancelReason),
    },
  },
});

interface Changed {
  readonly customer: { readonly documentNumber: string; readonly registrationId: string };
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a change. It does not say what was changed: that would be personal data. */
export function customerWasUpdated({ customer, requester, at }: Changed, random: Random): DomainEvent {
  const { documentNumber: entityId, registrationId } = customer;
  const data = { registrationId, status: 'APPROVED' };
  return eventOf(CUSTOMER_WAS_UPDATED, { entityId, subjectId: registrationId, requester, at, data }, random);
}

export function customerWasCanceled(
  { customer, requester, at, reason }: Changed & { readonly reason: CustomerCancelReason },
  random: Random,
): DomainEvent {
  const { documentNumber: entityId, registrationId } = customer;
  const data = { registrationId, status: 'CANCELED', reason };
  return eventOf(CUSTOMER_WAS_CANCELED, { entityId, subjectId: registrationId, requester, at, data }, random);
}
