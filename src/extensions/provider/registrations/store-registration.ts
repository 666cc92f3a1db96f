import { insertRegistration } from '../../../bank/registrations/register-customer.rows.ts';
import type { RegistrationRow } from '../../../bank/registrations/registration.rows.ts';
import {
  rowOf,
  takenRegistration,
  type StoreRegistrationNeeds,
  type TakenIn,
} from '../../../bank/registrations/store-registration.ts';
import type { AtCommit, Sql, Transaction } from '../../../platform/database/database.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';

/**
 * Stores an accepted registration and its event, as the last statements of their transaction.
 * @param record records the event
 */
export function storeRegistration(
  transaction: Transaction,
  { eventLog, analysisSeconds }: Omit<StoreRegistrationNeeds, 'random'>,
  { record, ...taken }: TakenIn & { readonly record: (sql: Sql) => Promise<void> },
): AtCommit<Made<RegistrationRow>> {
  const registration = takenRegistration(taken, analysisSeconds);
  transaction.afterCommit(eventLog.wake);
  return transaction.pipelineWithCommit(async (pipelined) => {
    await Promise.all([insertRegistration(pipelined, registration, taken.wanted), record(pipelined)]);
    return { row: rowOf(taken), replayed: false };
  });
}
