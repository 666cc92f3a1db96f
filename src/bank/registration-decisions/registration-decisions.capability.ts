import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { restForOthers, type MakeLoop, type Worker } from '../../platform/loops/loops.ts';
import type { FailingWork } from '../../platform/loops/failing-work.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { ProviderSide } from '../../provider/intents/provider-side.ts';
import {
  analyseRegistrations,
  EARLIEST_REGISTRATION,
  pollRegistrations,
  type AnalyseRegistrationsDependencies,
} from './analyse-registrations.ts';
import { LATE_REGISTRATIONS, newlyLateRegistrations } from './late-registrations.rows.ts';
import { registrationSubject } from './registration.subject.ts';

/** How often late registrations are searched for, in milliseconds. */
const LATENESS_REST_MS = 10_000;

interface RegistrationWorkNeeds extends AnalyseRegistrationsDependencies {
  readonly logger: Logger;
  readonly failing: FailingWork;
  /** Undefined where this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
}

/** Starts the analyses that are due, or polls the provider for its decisions. */
function analyses(name: string, { provider, ...needs }: RegistrationWorkNeeds, loop: MakeLoop): Worker {
  return provider === undefined
    ? loop(name, WOKEN_REST_MS, () => analyseRegistrations(needs))
    : pollRegistrations(name, loop, needs);
}

async function raiseLate({ database, clock, logger }: RegistrationWorkNeeds): Promise<boolean> {
  const late = await newlyLateRegistrations(database, clock.now());
  for (const registrationId of late) logger.warn({ registrationId }, 'the analysis of a registration is late');
  return late.length > 0;
}

/** Decisions on registrations, by an analysis or by the provider's responses and events. */
export const registrationDecisions: Capability<unknown, RegistrationWorkNeeds> = {
  folder: 'bank/registration-decisions',
  neighbours: [
    'bank/registrations',
    'bank/customers',
    'events/log',
    'provider/calls',
    'provider/intents',
    'provider/events',
    'provider/reads',
  ],
  providerSubjects: [registrationSubject],
  work: (needs, loop) => [
    {
      name: 'registration-analyses',
      worker: analyses('registration-analyses', needs, loop),
      due: [EARLIEST_REGISTRATION],
    },
    {
      name: 'late-registrations',
      worker: loop('late-registrations', restForOthers(needs, LATENESS_REST_MS), () => raiseLate(needs)),
    },
  ],
  gauges: [LATE_REGISTRATIONS],
};
