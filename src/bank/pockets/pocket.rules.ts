import { invalidAccountStatus } from '../accounts/account.errors.ts';
import { completedYears } from '../../kernel/calendar-date.ts';
import { TaxpayerIdType } from '../../kernel/taxpayer-id.ts';
import {
  invalidBirthDate,
  invalidBirthDateForUnderAge,
  maximumPocketsReached,
  productNotEligible,
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
  readonly pocketLimit: number;
}

interface AccountRule {
  /** SQL over the locked account, its `program`, and the values `asked`. */
  readonly isBroken: string;
  readonly refusal: (asked: RefusalContext) => PocketRefusal;
}

/**
 * Counts the account's pockets that are not CLOSED, up to the limit, which bounds the cost. The order is that of the
 * index: with a limit only, PostgreSQL expects to find enough of the account's pockets early in a scan of the whole
 * table, but a new account has none.
 */
const OPEN_POCKETS = `(select count(*) from (
  select from pocket where pocket.account_id = account.id and pocket.status <> 'CLOSED'
  order by pocket.created_at, pocket.id limit account.pocket_limit
) as open_pocket)`;

/** Rules for another pocket of an account, in the order of the contract: the first broken one refuses it. */
const ACCOUNT_RULES: readonly AccountRule[] = [
  { isBroken: "account.status <> 'ACTIVE'", refusal: () => invalidAccountStatus() },
  { isBroken: 'program.pockets_configured is not true', refusal: ({ companyKey }) => productNotEligible(companyKey) },
  { isBroken: 'not asked.age_fits', refusal: ({ wanted }) => wrongAge(wanted) },
  {
    isBroken: `${OPEN_POCKETS} >= account.pocket_limit`,
    refusal: ({ pocketLimit }) => maximumPocketsReached(pocketLimit),
  },
];

/** SQL: index of the first broken rule, or null. Later rules are not evaluated. */
export const BROKEN_RULE = `case ${ACCOUNT_RULES.map(({ isBroken }, nth) => `when ${isBroken} then ${nth}`).join(' ')} end`;

/** Returns the refusal of a rule, by index. */
export function refusalOfRule(nth: number, asked: RefusalContext): PocketRefusal {
  const rule = ACCOUNT_RULES[nth];
  if (rule === undefined) throw new RangeError(`There is no rule ${nth} for pockets.`);
  return rule.refusal(asked);
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
