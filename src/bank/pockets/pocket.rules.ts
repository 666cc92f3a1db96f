import { invalidAccountStatus, productNotEligible } from '../accounts/account.errors.ts';
import type { AccountStatus } from '../accounts/account.enum.ts';
import { completedYears } from '../../kernel/calendar-date.ts';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import {
  invalidBirthDate,
  invalidBirthDateForUnderAge,
  maximumPocketsReached,
  type AgeRange,
  type PocketRefusal,
} from './pocket.errors.ts';
import { PocketUseCase } from './pocket.enum.ts';
import type { NewPocket } from './new-pocket.value.ts';

/** Allowed ages for ACCOUNT_FOR_UNDER_AGE, in completed years (docs/partner-api.md). */
const UNDER_AGE: AgeRange = { minimumAge: 16, maximumAge: 18 };
/** For other use cases, a person must be of age (ours: the partner API names the refusal, not the ages). */
const OF_AGE: AgeRange = { minimumAge: 18, maximumAge: null };
/** A company's date of foundation only must not be in the future (ours). */
const ANY_AGE: AgeRange = { minimumAge: null, maximumAge: null };

/** What a refusal can contain. */
export interface RefusalContext {
  readonly wanted: NewPocket;
  /** Company key of the partner. */
  readonly companyKey: string;
  /** Number of pockets agreed for the account. */
  readonly pocketLimit: number | null;
  /** Number of its pockets that are not CLOSED; null unless it has reached that. */
  readonly used: number | null;
  readonly accountStatus: AccountStatus | null;
}

interface AccountRule {
  /** The condition; the statement that decides has it in SQL (`decide-pocket.rows.ts`). */
  readonly refusesIf: string;
  readonly refusal: (context: RefusalContext) => PocketRefusal;
}

/** Rules for another pocket of an account, in the order of the contract: the first whose condition is met refuses it. */
export const ACCOUNT_RULES = [
  { refusesIf: 'accountIsNotActive', refusal: ({ accountStatus }) => invalidAccountStatus(accountStatus) },
  { refusesIf: 'pocketsAreNotConfigured', refusal: ({ companyKey }) => productNotEligible(companyKey) },
  { refusesIf: 'ageDoesNotFit', refusal: ({ wanted }) => wrongAge(wanted) },
  { refusesIf: 'limitIsReached', refusal: ({ pocketLimit, used }) => maximumPocketsReached(pocketLimit, used) },
] as const satisfies readonly AccountRule[];

/** The condition of a rule. */
export type RefusalCondition = (typeof ACCOUNT_RULES)[number]['refusesIf'];

/** Returns the refusal of a rule, by index. */
export function refusalOfRule(nth: number, context: RefusalContext): PocketRefusal {
  const rule = ACCOUNT_RULES[nth];
  if (rule === undefined) throw new RangeError(`There is no rule ${nth} for pockets.`);
  return rule.refusal(context);
}

/** Whether the user's age fits the use case. `today` is the civil date in São Paulo. */
export function fitsAge({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>, today: string): boolean {
  const range = ageRange({ useCase, user });
  const age = completedYears(user.birthDate, today);
  const isBorn = user.birthDate <= today;
  return isBorn && age >= (range.minimumAge ?? 0) && age <= (range.maximumAge ?? Infinity);
}

/** Returns the refusal if the user's age does not fit the use case. */
export function wrongAge({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>): PocketRefusal {
  const range = ageRange({ useCase, user });
  return useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE
    ? invalidBirthDateForUnderAge(user.birthDate, useCase, range)
    : invalidBirthDate(user.birthDate, useCase, range);
}

/** Returns the allowed ages of the user of a pocket. */
export function ageRange({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>): AgeRange {
  if (useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE) return UNDER_AGE;
  return user.document.type === TaxpayerIdType.CPF ? OF_AGE : ANY_AGE;
}
