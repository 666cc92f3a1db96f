import type { Capability } from '../../capability.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { restForOthers } from '../../platform/loops/loops.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import {
  analyseRegistrations,
  EARLIEST_REGISTRATION,
  type AnalyseRegistrationsDependencies,
} from './analyse-registrations.ts';
import { LATE_REGISTRATIONS, newlyLateRegistrations } from './late-registrations.rows.ts';
import type { RegistrationDecisionsElsewhere } from './registration-decisions.port.ts';

/** How often late registrations are searched for, in milliseconds. */
const LATENESS_REST_MS = 10_000;

interface RegistrationWorkNeeds extends AnalyseRegistrationsDependencies {
  readonly logger: Logger;
  readonly elsewhere: RegistrationDecisionsElsewhere;
}

async function raiseLate({ database, clock, logger }: RegistrationWorkNeeds): Promise<boolean> {
  const late = await newlyLateRegistrations(database, clock.now());
  for (const registrationId of late) logger.warn({ registrationId }, 'the analysis of a registration is late');
  return late.length > 0;
}

/** Name of the work that decides. */
const ANALYSES = 'registration-analyses';

/** Decisions on registrations, by an analysis here or elsewhere. */
export const registrationDecisions: Capability<unknown, RegistrationWorkNeeds> = {
  folder: 'bank/registration-decisions',
  neighbours: ['bank/registrations', 'bank/customers', 'events/log'],
  work: (needs, loop) => [
    {
      name: ANALYSES,
      worker:
        needs.elsewhere.analyseRegistrations?.(ANALYSES, loop) ??
        loop(ANALYSES, WOKEN_REST_MS, () => analyseRegistrations(needs)),
      due: [EARLIEST_REGISTRATION],
    },
    {
      name: 'late-registrations',
      worker: loop('late-registrations', restForOthers(needs, LATENESS_REST_MS), () => raiseLate(needs)),
    },
  ],
  gauges: [LATE_REGISTRATIONS],
};
