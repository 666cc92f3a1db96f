import type { AccountStatus } from '../accounts/account.enum.ts';
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

/** What is known of the account, read under its lock. */
export interface AccountFacts {
  readonly status: AccountStatus;
  /** Whether the program of the account has the product. */
  readonly pocketsConfigured: boolean;
  readonly pocketLimit: number;
  /** Company key of the partner. */
  readonly companyKey: string;
  /** Pockets that are not CLOSED; counting may stop at the limit. */
  readonly openPockets: number;
}

/**
 * The first reason to refuse a pocket of an account, in the order of the contract, or undefined.
 * `today` is the civil date in São Paulo.
 */
export function firstRefusal(pocket: NewPocket, account: AccountFacts, today: string): PocketRefusal | undefined {
  if (account.status !== 'ACTIVE') return invalidAccountStatus();
  if (!account.pocketsConfigured) return productNotEligible(account.companyKey);
  const ageRefusal = refuseAge(pocket, today);
  if (ageRefusal !== undefined) return ageRefusal;
  return account.openPockets >= account.pocketLimit ? maximumPocketsReached(account.pocketLimit) : undefined;
}

function refuseAge({ useCase, user }: NewPocket, today: string): PocketRefusal | undefined {
  const range = ageRange(useCase, user.document.type);
  const age = completedYears(user.birthDate, today);
  const isBorn = user.birthDate <= today;
  if (isBorn && age >= (range.minimumAge ?? 0) && age <= (range.maximumAge ?? Infinity)) return undefined;
  return wrongAge({ useCase, user });
}

/** The user's age does not fit what the pocket is for. */
export function wrongAge({ useCase, user }: Pick<NewPocket, 'useCase' | 'user'>): PocketRefusal {
  const range = ageRange(useCase, user.document.type);
  return useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE
    ? invalidBirthDateForUnderAge(user.birthDate, useCase, range)
    : invalidBirthDate(user.birthDate, useCase, range);
}

function ageRange(useCase: PocketUseCase, documentType: TaxpayerIdType): AgeRange {
  if (useCase === PocketUseCase.ACCOUNT_FOR_UNDER_AGE) return UNDER_AGE;
  return documentType === TaxpayerIdType.CPF ? OF_AGE : ANY_AGE;
}
