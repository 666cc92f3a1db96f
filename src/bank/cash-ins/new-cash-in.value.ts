import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { amountOf } from '../../kernel/money.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import type { CashInRail } from './cash-in.enum.ts';

/** Minimum amount, in cents (ours). */
export const AMOUNT_CENTS_MIN = 1;
/** Longest time between receiving and clearing in the sandbox, in seconds (ours). */
const CLEAR_AFTER_SECONDS_MAX = 300;

/** The cash-in of a request; the amount is an exact decimal. */
export interface CashInRequest {
  readonly accountNumber: string;
  readonly amount: string;
  readonly rail: CashInRail;
  /** After how many seconds it is cleared; 0 or absent: at once. */
  readonly clearAfterSeconds?: number | undefined;
}

/** What is expected of an amount. */
export const AMOUNT_WANTED = 'Give 0.01 to 99999999999999.99, with at most two decimals.';

/** Checks every field of a request and returns it with a two-decimal amount, or all violations. */
export function newCashIn(request: CashInRequest): CashInRequest | InvalidInput {
  const { accountNumber, rail, clearAfterSeconds = 0 } = request;
  const check = new InputCheck();
  check.demand(isFilled(accountNumber), 'accountNumber', 'Give the number of an account.', faultOf(accountNumber));
  const amount = check.normal(amountOf(request.amount, AMOUNT_CENTS_MIN), 'amount', AMOUNT_WANTED, 'RANGE');
  check.demand(
    clearAfterSeconds >= 0 && clearAfterSeconds <= CLEAR_AFTER_SECONDS_MAX,
    'clearAfterSeconds',
    `Give 0 to ${CLEAR_AFTER_SECONDS_MAX} seconds.`,
    'RANGE',
  );
  if (check.violations.length > 0) return refuseInput(check.violations);
  // Absent where it says nothing: keys of earlier requests, which had no such member, stand for the same.
  return { accountNumber, amount, rail, ...(clearAfterSeconds > 0 && { clearAfterSeconds }) };
}
