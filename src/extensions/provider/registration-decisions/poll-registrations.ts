import {
  analyseRegistration,
  claimingRegistrations,
  registrations,
  type AnalyseRegistrationsDependencies,
} from '../../../bank/registration-decisions/analyse-registrations.ts';
import type { MakeLoop, Worker } from '../../../platform/loops/loops.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { pollAgainAt, pollDecisions, type PollNeeds } from '../calls/poll-decisions.ts';

const CLAIM_POLLED_REGISTRATIONS = statement(
  'claim_polled_registrations',
  claimingRegistrations(registrations.dueInShares, pollAgainAt('registration.received_at')),
  { writes: 'lock' },
);

/** Polls the provider for its decisions: each analysis is a call of its own, so that none waits for another. */
export function pollRegistrations(
  name: string,
  makeLoop: MakeLoop,
  needs: AnalyseRegistrationsDependencies & PollNeeds,
): Worker {
  return pollDecisions(makeLoop, needs, {
    name,
    claim: CLAIM_POLLED_REGISTRATIONS,
    perform: (registration) => analyseRegistration(needs, registration),
  });
}
