import type { Capability } from '../../capability.ts';
import { foundBy, shownEvent, type EventSubject } from '../../events/readers/shown-event.type.ts';
import { Scope } from '../../platform/auth/scope.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import {
  analyseRegistrations,
  EARLIEST_REGISTRATION,
  type AnalyseRegistrationsDependencies,
} from './analyse-registrations.ts';
import { LATE_REGISTRATIONS, newlyLateRegistrations } from './late-registrations.rows.ts';
import { resumable } from '../../provider/intents/resume-intents.ts';
import { registerCustomerPort, type RegisterCustomerNeeds } from './register-customer.port.ts';
import { registrationAtProvider } from './register-customer.provider.ts';
import { registrationRefusals } from './registration.errors.ts';
import { CUSTOMER_WAS_APPROVED, CUSTOMER_WAS_RECEIVED, CUSTOMER_WAS_REPROVED } from './registration.events.ts';
import { registrationLoader } from './registration.loader.ts';
import { registrationRest } from './registration.rest.ts';
import { registrationNodes, RegistrationResolver } from './registration.resolver.ts';
import { registrationTold } from './registration.subject.ts';
import { CustomerRegistrationType } from './registration.type.ts';

/** How often late registrations are looked for, in milliseconds. */
const LATENESS_REST_MS = 10_000;

interface RegistrationWorkNeeds extends AnalyseRegistrationsDependencies {
  readonly logger: Logger;
}

const registration: EventSubject = {
  field: 'registration',
  description: 'Current state of the registration.',
  type: () => CustomerRegistrationType,
  scope: Scope.CUSTOMER_READ,
  find: foundBy(registrationLoader, CustomerRegistrationType),
};

async function tellLate({ database, clock, logger }: RegistrationWorkNeeds): Promise<boolean> {
  const late = await newlyLateRegistrations(database, clock.now());
  for (const registrationId of late) logger.warn({ registrationId }, 'the analysis of a registration is late');
  return late.length > 0;
}

/** Customers are registered, analysed, and approved or rejected. */
export const registrations: Capability<RegisterCustomerNeeds, RegistrationWorkNeeds> = {
  folder: 'bank/registrations',
  neighbours: [
    ...['events/log', 'events/readers', 'bank/customers', 'bank/identity-pictures'],
    ...['provider/calls', 'provider/intents', 'provider/events', 'provider/reads'],
  ],
  refusals: [registrationRefusals],
  events: [
    shownEvent(CUSTOMER_WAS_RECEIVED, registration),
    shownEvent(CUSTOMER_WAS_APPROVED, registration),
    shownEvent(CUSTOMER_WAS_REPROVED, registration),
  ],
  toldSubjects: [registrationTold],
  nodes: [registrationNodes],
  rest: registrationRest,
  atProvider: (needs) => [resumable(registrationAtProvider(needs))],
  resolvers: (needs) => [new RegistrationResolver(registerCustomerPort(needs))],
  work: (needs, loop) => [
    {
      name: 'registration-analyses',
      worker: loop('registration-analyses', WOKEN_REST_MS, () => analyseRegistrations(needs)),
      due: [EARLIEST_REGISTRATION],
    },
    { name: 'late-registrations', worker: loop('late-registrations', LATENESS_REST_MS, () => tellLate(needs)) },
  ],
  gauges: [LATE_REGISTRATIONS],
};
