import type { Database } from '../../../platform/database/database.ts';
import { findLocalOutcome } from '../../../platform/idempotency/find-local-outcome.ts';
import {
  OutcomeState,
  type RequestedKey,
  type IdempotentOutcome,
} from '../../../platform/idempotency/idempotent-outcome.ts';
import { OUTCOME_KEPT_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { instantOf } from '../../../platform/statements/instant.ts';
import { COUNT_OPEN_INTENTS, FIND_OUTCOME } from './intent.rows.ts';

/** Finds what became of a key if mutations go to a provider: the state of its newest intent, or its result. */
export async function findProviderOutcome(
  database: Database,
  requested: RequestedKey,
): Promise<IdempotentOutcome | undefined> {
  const { partnerId, mutation, key, now } = requested;
  const [intent] = await database.run(FIND_OUTCOME, { partnerId, mutation, key });
  const isKept =
    intent !== undefined && now.getTime() - instantOf(intent.createdAt).getTime() < OUTCOME_KEPT_SECONDS * 1_000;
  if (!isKept || intent.state === OutcomeState.SUCCEEDED) {
    const made = await findLocalOutcome(database, requested);
    const seen = isKept && { firstSeenAt: intent.createdAt };
    return made && { ...made, ...seen, ...(intent && { correlationId: intent.correlationId }) };
  }
  const { state, createdAt, dueAt, refusal, correlationId } = intent;
  const isTried = state === OutcomeState.RUNNING && dueAt !== null;
  return {
    state,
    correlationId,
    firstSeenAt: createdAt,
    ...(isTried && { nextTryAt: dueAt }),
    ...(refusal !== null && { refusal }),
  };
}

/** Counts the mutations of a partner that are still open at the provider. */
export async function countOpenIntents(database: Database, partnerId: string): Promise<number> {
  const [count] = await database.run(COUNT_OPEN_INTENTS, [partnerId]);
  return count?.open ?? 0;
}
