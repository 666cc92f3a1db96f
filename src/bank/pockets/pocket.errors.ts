import type { AccountRefusal } from '../accounts/account.errors.ts';
import { refuse, type InvalidInput } from '../../kernel/domain-error.ts';
import type { PocketUseCase } from './pocket.enum.ts';

/** Bounds of the completed age, in years; null where there is none. */
export interface AgeRange {
  readonly minimumAge: number | null;
  readonly maximumAge: number | null;
}

export function productNotEligible(companyKey: string) {
  const code = 'PRODUCT_NOT_ELIGIBLE_FOR_THIS_COMPANY_ACCOUNT_PROGRAM';
  return refuse(code, { companyKey }, { company_key: companyKey });
}

export function invalidBirthDate(birthDate: string, useCase: PocketUseCase, range: AgeRange) {
  return refuse(
    'INVALID_USER_BIRTHDATE_FOR_USE_CASE',
    { birthDate, useCase, ...range },
    { birthdate: birthDate, useCase },
  );
}

export function invalidBirthDateForUnderAge(birthDate: string, useCase: PocketUseCase, range: AgeRange) {
  return refuse('INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE', { birthDate, useCase, ...range });
}

export function maximumPocketsReached(limit: number) {
  return refuse('MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', { limit });
}

export function idempotencyKeyReused() {
  return refuse('IDEMPOTENCY_KEY_REUSED', {});
}

/** Why an account cannot have the pocket. */
export type PocketRefusal =
  | AccountRefusal
  | ReturnType<
      | typeof productNotEligible
      | typeof invalidBirthDate
      | typeof invalidBirthDateForUnderAge
      | typeof maximumPocketsReached
    >;

/** Everything that createPocket may answer instead of a pocket. */
export type CreatePocketRefusal = InvalidInput | PocketRefusal | ReturnType<typeof idempotencyKeyReused>;
