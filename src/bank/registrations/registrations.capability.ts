import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent, type EventSubject } from '../../events/readers/shown-event.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { resumable } from '../../provider/intents/resume-intents.ts';
import { registerCustomerPort, type RegisterCustomerNeeds } from './register-customer.port.ts';
import { registrationAtProvider } from './register-customer.provider.ts';
import { registrationRefusals } from './registration.errors.ts';
import { CUSTOMER_WAS_APPROVED, CUSTOMER_WAS_RECEIVED, CUSTOMER_WAS_REPROVED } from './registration.events.ts';
import { registrationLoader } from './registration.loader.ts';
import { registrationNodes, RegistrationResolver } from './registration.resolver.ts';
import { CustomerRegistrationType } from './registration.type.ts';

const registration: EventSubject = {
  field: 'registration',
  description: 'Current state of the registration.',
  type: () => CustomerRegistrationType,
  scope: Scope.CUSTOMER_READ,
  find: foundBy(registrationLoader, CustomerRegistrationType),
};

/** Registration of customers. */
export const registrations: Capability<RegisterCustomerNeeds> = {
  folder: 'bank/registrations',
  neighbours: [
    'events/log',
    'events/readers',
    'bank/customers',
    'provider/calls',
    'provider/intents',
    'provider/events',
  ],
  refusals: [registrationRefusals],
  events: [
    shownEvent(CUSTOMER_WAS_RECEIVED, registration),
    shownEvent(CUSTOMER_WAS_APPROVED, registration),
    shownEvent(CUSTOMER_WAS_REPROVED, registration),
  ],
  nodes: [registrationNodes],
  atProvider: (needs) => [resumable(registrationAtProvider(needs))],
  resolvers: (needs) => [new RegistrationResolver(registerCustomerPort(needs))],
};
