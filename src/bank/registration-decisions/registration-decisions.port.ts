import type { AskForDecisions } from '../elsewhere.port.ts';

/** What of decisions on registrations may happen elsewhere. */
export interface RegistrationDecisionsElsewhere {
  readonly analyseRegistrations?: AskForDecisions;
}
