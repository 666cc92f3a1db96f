import { AMOUNT_CENTS_MIN, AMOUNT_WANTED } from '../../../bank/cash-ins/new-cash-in.value.ts';
import { isActiveCurrency } from '../../../kernel/currency.ts';
import { refuseInput, type InvalidInput } from '../../../kernel/domain-error.ts';
import { InputCheck } from '../../../kernel/input-check.ts';
import { amountOf } from '../../../kernel/money.ts';
import { faultOf, isFilled } from '../../../kernel/text.ts';

/** Maximum length of a description, in code points after trimming (ours). */
const DESCRIPTION_LENGTH_MAX = 140;

/** The movement of a request; the amount is an exact decimal. */
export interface MovementRequest {
  readonly pocketNumber: string;
  readonly amount: string;
  readonly currency: string;
  readonly description?: string | null;
}

/** The same, checked and in normal form. */
export type NewMovement = Required<MovementRequest> & { readonly description: string | null };

/** Checks every field of a request and returns it in normal form, or all violations. */
export function newMovement({ pocketNumber, currency, ...request }: MovementRequest): NewMovement | InvalidInput {
  const { description: given = null } = request;
  const check = new InputCheck();
  check.demand(isFilled(pocketNumber), 'pocketNumber', 'Give the number of a pocket.', faultOf(pocketNumber));
  const amount = check.normal(amountOf(request.amount, AMOUNT_CENTS_MIN), 'amount', AMOUNT_WANTED, 'RANGE');
  check.demand(
    isActiveCurrency(currency),
    'currency',
    'Give an active ISO 4217 code in upper case, such as BRL.',
    faultOf(currency, 'NOT_ALLOWED'),
  );
  const description = given === null ? null : check.filled(given, 'description', DESCRIPTION_LENGTH_MAX);
  return check.violations.length > 0 ? refuseInput(check.violations) : { pocketNumber, amount, currency, description };
}
