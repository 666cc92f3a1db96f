import { refuseInput, type InputViolation, type InvalidInput } from '../../kernel/domain-error.ts';
import { amountOf } from '../../kernel/money.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import type { CashInRail } from './cash-in.enum.ts';

/** Minimum amount, in cents (ours). */
export const AMOUNT_CENTS_MIN = 1;

/** The cash-in of a request; the amount is an exact decimal. */
export interface CashInRequest {
  readonly accountNumber: string;
  readonly amount: string;
  readonly rail: CashInRail;
}

/** Checks every field of a request and returns it with a two-decimal amount, or all violations. */
export function newCashIn({ accountNumber, amount, rail }: CashInRequest): CashInRequest | InvalidInput {
  const violations: InputViolation[] = [];
  const checkedAmount = amountOf(amount, AMOUNT_CENTS_MIN);
  const code = faultOf(accountNumber);
  if (!isFilled(accountNumber))
    violations.push({ path: ['accountNumber'], code, message: 'Give the number of an account.' });
  if (checkedAmount === undefined)
    violations.push({
      path: ['amount'],
      code: 'RANGE',
      message: 'Give 0.01 to 99999999999999.99, with at most two decimals.',
    });
  if (checkedAmount === undefined || violations.length > 0) return refuseInput(violations);
  return { accountNumber, amount: checkedAmount, rail };
}
