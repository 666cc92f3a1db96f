import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import {
  analyseRegistrations,
  EARLIEST_REGISTRATION,
  type AnalyseRegistrationsDependencies,
} from './analyse-registrations.ts';
import { LATE_REGISTRATIONS, newlyLateRegistrations } from './late-registrations.rows.ts';
import { registrationTold } from './registration.subject.ts';

/** How often late registrations are looked for, in milliseconds. */
const LATENESS_REST_MS = 10_000;

interface RegistrationWorkNeeds extends AnalyseRegistrationsDependencies {
  readonly logger: Logger;
}

async function tellLate({ database, clock, logger }: RegistrationWorkNeeds): Promise<boolean> {
  const late = await newlyLateRegistrations(database, clock.now());
  for (const registrationId of late) logger.warn({ registrationId }, 'the analysis of a registration is late');
  return late.length > 0;
}

/** Registrations are decided on: by an analysis, or by what a provider shows or tells. */
export const registrationDecisions: Capability<unknown, RegistrationWorkNeeds> = {
  folder: 'bank/registration-decisions',
  neighbours: [
    ...['bank/registrations', 'bank/customers', 'events/log'],
    ...['provider/calls', 'provider/intents', 'provider/events', 'provider/reads'],
  ],
  toldSubjects: [registrationTold],
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
