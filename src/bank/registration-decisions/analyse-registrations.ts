import { dueInTurn } from '../../platform/database/waiting-partners.ts';
import { statement } from '../../platform/statements/statement.ts';
import {
  concludeRegistration,
  type ConcludeDependencies,
  type PendingRegistration,
  type Verdict,
} from './conclude-registration.ts';

/** Maximum number of analyses that one run requests. */
const BATCH_SIZE = 20;
/** Delay before an analysis that is undecided, or whose worker was killed, is retried, in seconds. */
const ASK_AGAIN_SECONDS = 15;

/** Registrations that await a decision. */
export const registrations = dueInTurn('customer_registration', 'id');

/**
 * Claims registrations that are due. They are due again later, in case this worker is killed or the analysis is
 * undecided. Partners take turns: the oldest of each, then the second of each. No two workers claim the same one.
 */
export const claimingRegistrations = (due: string, dueAgainAt: string) =>
  `with recursive ${due}
   update customer_registration as registration set due_at = ${dueAgainAt}
   from (
     select id from customer_registration where id in (select id from due) for update skip locked
   ) as claimed, partner
   where registration.id = claimed.id and partner.id = registration.partner_id
   returning registration.id, registration.document_number as "documentNumber",
     registration.correlation_id as "correlationId", registration.partner_id as "partnerId",
     registration.received_at as "receivedAt", partner.company_key as "companyKey"`;

/** Leases due registrations to this worker; rows that another one has locked are skipped. */
const CLAIM_REGISTRATIONS = statement('claim_registrations', claimingRegistrations(registrations.due, '$2'), {
  writes: 'lock',
});

/** When the next registration is due, for a query over all work that is due. */
export const EARLIEST_REGISTRATION = registrations.earliest;

/** Decides on a registration; undefined if it is undecided, and is retried. */
export type RegistrationAnalysis = (registration: PendingRegistration) => Promise<Verdict | undefined>;

export interface AnalyseRegistrationsDependencies extends ConcludeDependencies {
  readonly analyseRegistration: RegistrationAnalysis;
}

/**
 * Requests the analyses that are due, and concludes those that are decided, each in its own transaction. Nothing is
 * approved by waiting: without a decision a registration stays pending.
 * @returns whether the batch was full, so that there may be more
 */
export async function analyseRegistrations(dependencies: AnalyseRegistrationsDependencies): Promise<boolean> {
  const { database, clock } = dependencies;
  const now = clock.now();
  const askAgainAt = new Date(now.getTime() + ASK_AGAIN_SECONDS * 1_000);
  const pending = await database.run(CLAIM_REGISTRATIONS, [now, askAgainAt, BATCH_SIZE]);
  const endings = await Promise.allSettled(
    pending.map((registration) => analyseRegistration(dependencies, registration)),
  );
  // A failure does not hold up the others, and is retried.
  for (const ending of endings) if (ending.status === 'rejected') throw ending.reason;
  return pending.length === BATCH_SIZE;
}

/** Requests an analysis, and concludes the registration if it is decided. */
export async function analyseRegistration(
  dependencies: AnalyseRegistrationsDependencies,
  registration: PendingRegistration,
): Promise<void> {
  const verdict = await dependencies.analyseRegistration(registration);
  if (verdict !== undefined) await concludeRegistration(dependencies, registration, verdict);
}
