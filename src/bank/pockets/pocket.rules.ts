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

/** Ages of a user of ACCOUNT_FOR_UNDER_AGE, in completed years (seed, Limits). */
const UNDER_AGE: AgeRange = { minimumAge: 16, maximumAge: 18 };
/** A person who uses a pocket of any other kind is of age (ours: the seed names the refusal, not the ages). */
const OF_AGE: AgeRange = { minimumAge: 18, maximumAge: null };
/** A company's date, its foundation, only must not lie in the future (ours). */
const ANY_AGE: AgeRange = { minimumAge: null, maximumAge: null };

/** What a refusal carries. */
export interface AskedPocket {
  readonly wanted: NewPocket;
  /** Company key of the partner. */
  readonly companyKey: string;
  /** Pockets that were agreed for the account. */
  readonly pocketLimit: number;
}

interface AccountRule {
  /** SQL over the account under its lock, its `program`, and what is `asked`. */
  readonly isBroken: string;
  readonly refusal: (asked: AskedPocket) => PocketRefusal;
}

/**
 * Pockets of the account that are not CLOSED. It stops at the limit, so that its cost does not grow with what was agreed.
 * The order is that of the index: for a limit alone PostgreSQL hopes to meet enough of the account's pockets in a scan of
 * all, and an account has none at first.
 */
const OPEN_POCKETS = `(select count(*) from (
  select from pocket where pocket.account_id = account.id and pocket.status <> 'CLOSED'
  order by pocket.created_at, pocket.id limit account.pocket_limit
) as open_pocket)`;

/** What an account must hold to for another pocket, in the order of the contract: the first that is broken refuses it. */
const ACCOUNT_RULES: readonly AccountRule[] = [
  { isBroken: "account.status <> 'ACTIVE'", refusal: () => invalidAccountStatus() },
  { isBroken: 'program.pockets_configured is not true', refusal: ({ companyKey }) => productNotEligible(companyKey) },
  { isBroken: 'not asked.age_fits', refusal: ({ wanted }) => wrongAge(wanted) },
  {
    isBroken: `${OPEN_POCKETS} >= account.pocket_limit`,
    refusal: ({ pocketLimit }) => maximumPocketsReached(pocketLimit),
  },
];

/** SQL: the number of the first rule that is broken, or null. Those after it are not looked at. */
export const BROKEN_RULE = `case ${ACCOUNT_RULES.map(({ isBroken }, nth) => `when ${isBroken} then ${nth}`).join(' ')} end`;

/** The refusal of a rule, by its number. */
export function refusalOfRule(nth: number, asked: AskedPocket): PocketRefusal {
  const rule = ACCOUNT_RULES[nth];
  if (rule === undefined) throw new RangeError(`There is no rule ${nth} for pockets.`);
  return rule.refusal(asked);
}

/** Whether the user is of an age for what the pocket is for. `today` is the civil date in São Paulo. */
export function fitsAge({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>, today: string): boolean {
  const range = ageRange({ useCase, user });
  const age = completedYears(user.birthDate, today);
  const isBorn = user.birthDate <= today;
  return isBorn && age >= (range.minimumAge ?? 0) && age <= (range.maximumAge ?? Infinity);
}

/** The user's age does not fit what the pocket is for. */
export function wrongAge({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>): PocketRefusal {
  const range = ageRange({ useCase, user });
  return useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE
    ? invalidBirthDateForUnderAge(user.birthDate, useCase, range)
    : invalidBirthDate(user.birthDate, useCase, range);
}

/** Completed years that the user of a pocket has. */
export function ageRange({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>): AgeRange {
  if (useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE) return UNDER_AGE;
  return user.document.type === TaxpayerIdType.CPF ? OF_AGE : ANY_AGE;
}
