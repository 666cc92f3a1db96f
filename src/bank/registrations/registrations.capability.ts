import { Migration20261129140000_detailed_analyses } from '../../../migrations/Migration20261129140000_detailed_analyses.ts';
import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { registerCustomerPort, requestDetailedAnalysisPort, type RegistrationsNeeds } from './registrations.port.ts';
import { CustomerRegistrationsResolver, RegisteredCustomerResolver } from './customer-registrations.resolver.ts';
import { RegistrationListResolver } from './registration-list.resolver.ts';
import { registrationRefusals } from './registration.errors.ts';
import {
  CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED,
  CUSTOMER_WAS_APPROVED,
  CUSTOMER_WAS_RECEIVED,
  CUSTOMER_WAS_REPROVED,
} from './registration.events.ts';
import { registrationLoader } from './registration.loader.ts';
import {
  CustomerAwaitEvaluationResolver,
  registrationNodes,
  RegistrationRejectedResolver,
  RegistrationResolver,
} from './registration.resolver.ts';
import { CustomerRegistrationType } from './registration.type.ts';

/** What events of customers are about. */
export const registrationOfEvent: EventSubject = {
  field: 'registration',
  description: 'Current state of the registration.',
  type: () => CustomerRegistrationType,
  scope: Scope.CUSTOMER_READ,
  find: foundBy(registrationLoader, CustomerRegistrationType),
};

/** Registration of customers. */
export const registrations: Capability<RegistrationsNeeds> = {
  folder: 'bank/registrations',
  neighbours: ['events/log', 'bank/customers'],
  migrations: [Migration20261129140000_detailed_analyses],
  refusals: [registrationRefusals],
  events: eventsAbout(
    registrationOfEvent,
    CUSTOMER_WAS_RECEIVED,
    CUSTOMER_WAS_APPROVED,
    CUSTOMER_WAS_REPROVED,
    CUSTOMER_DETAILED_ANALYSIS_WAS_REQUESTED,
  ),
  nodes: [registrationNodes],
  resolvers: (needs) => [
    new RegistrationResolver(registerCustomerPort(needs), requestDetailedAnalysisPort(needs)),
    new CustomerAwaitEvaluationResolver(),
    new RegistrationRejectedResolver(),
    new RegistrationListResolver(),
    new CustomerRegistrationsResolver(),
    new RegisteredCustomerResolver(),
  ],
};
