import type { Random } from '../../kernel/random.ts';
import { EventContext, EventName, type DomainEvent } from '../../kernel/domain-event.ts';
import type { Requester } from '../../kernel/requester.ts';
import type { CustomerStatus } from './customer-status.enum.ts';

/** Version of the API that customers belong to (seed, Versioning). */
const CUSTOMER_API_VERSION = '1.0';

/** Steps of a registration, each of which is told. */
type RegistrationStatus = Extract<CustomerStatus, 'PENDING_APPROVAL' | 'APPROVED' | 'REPROVED'>;

const NAMES: Readonly<Record<RegistrationStatus, EventName>> = {
  PENDING_APPROVAL: EventName.CUSTOMER_WAS_RECEIVED,
  APPROVED: EventName.CUSTOMER_WAS_APPROVED,
  REPROVED: EventName.CUSTOMER_WAS_REPROVED,
};

export interface RegistrationStep {
  readonly registrationId: string;
  readonly documentNumber: string;
  readonly status: RegistrationStatus;
  readonly requester: Requester;
  readonly at: Date;
}

/** The event of a step. Of the customer it tells only the document, by which partners know whom it is about. */
export function customerEvent(step: RegistrationStep, random: Random): DomainEvent {
  const { registrationId, documentNumber, status, requester, at } = step;
  return {
    id: random.timeOrderedUuid(at),
    ...requester,
    name: NAMES[status],
    context: EventContext.CUSTOMER,
    entityId: documentNumber,
    subjectId: registrationId,
    idempotencyKey: random.uuid(),
    occurredAt: at,
    version: CUSTOMER_API_VERSION,
    metadata: {},
    data: { registrationId, status },
  };
}
