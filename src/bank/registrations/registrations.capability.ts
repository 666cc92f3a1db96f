import type { Capability } from '../../capability.ts';
import { eventsAbout, foundBy, type EventSubject } from '../../platform/graphql/vocabulary/event-subject.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { registerCustomerPort, type RegistrationsNeeds } from './registrations.port.ts';
import { CustomerRegistrationsResolver, RegisteredCustomerResolver } from './customer-registrations.resolver.ts';
import { RegistrationListResolver } from './registration-list.resolver.ts';
import { registrationRefusals } from './registration.errors.ts';
import { CUSTOMER_WAS_APPROVED, CUSTOMER_WAS_RECEIVED, CUSTOMER_WAS_REPROVED } from './registration.events.ts';
import { registrationLoader } from './registration.loader.ts';
import { CustomerAwaitEvaluationResolver, registrationNodes, RegistrationResolver } from './registration.resolver.ts';
import { CustomerRegistrationType } from './registration.type.ts';

const registration: EventSubject = {
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
  refusals: [registrationRefusals],
  events: eventsAbout(registration, CUSTOMER_WAS_RECEIVED, CUSTOMER_WAS_APPROVED, CUSTOMER_WAS_REPROVED),
  nodes: [registrationNodes],
  resolvers: (needs) => [
    new RegistrationResolver(registerCustomerPort(needs)),
    new CustomerAwaitEvaluationResolver(),
    new RegistrationListResolver(),
    new CustomerRegistrationsResolver(),
    new RegisteredCustomerResolver(),
  ],
};
