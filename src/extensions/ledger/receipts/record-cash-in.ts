import type { CashInRow } from '../../../bank/cash-ins/cash-in.rows.ts';
import { takeCashIn, type ReceiveCashInDependencies } from '../../../bank/cash-ins/receive-cash-in.ts';
import { DomainError, refuseInput } from '../../../kernel/domain-error.ts';
import type { Requester } from '../../../kernel/requester.ts';
import { isUniqueViolation } from '../../../platform/database/database-failure.ts';
import type { Made } from '../../../platform/idempotency/once-per-key.ts';
import { recordedCashIn, type RecordRequest } from './recorded-cash-in.value.ts';

/** Name of the mutation in keys. */
const RECORD_CASH_IN = 'recordCashIn';

export interface RecordCashInCommand extends RecordRequest {
  readonly idempotencyKey: string;
}

/** Records money that an account of the partner has received outside of the sandbox, as a system of the bank says. */
export async function recordCashIn(
  dependencies: ReceiveCashInDependencies,
  requester: Requester,
  { idempotencyKey, ...request }: RecordCashInCommand,
): Promise<Made<CashInRow> | DomainError> {
  const input = recordedCashIn(request);
  if (input instanceof DomainError) return input;
  const { accountNumber, amount, rail, status, endToEndId, payer, payee, key } = input;
  try {
    return await takeCashIn(dependencies, requester, {
      ...{ mutation: RECORD_CASH_IN, idempotencyKey, input, accountNumber, amount, rail },
      endToEndId: endToEndId ?? undefined,
      parties: { payer, key, ...(payee && { payee }) },
      isCleared: status === 'CLEARED',
      clearAfterSeconds: null,
    });
  } catch (error) {
    if (!isUniqueViolation(error, 'cash_in_end_to_end_id_unique')) throw error;
    const message = 'Another cash-in has this identification.';
    return refuseInput([{ path: ['endToEndId'], code: 'NOT_UNIQUE', message }]);
  }
}
