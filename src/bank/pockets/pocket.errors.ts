import type { AccountRefusal, productNotEligible } from '../accounts/account.errors.ts';
import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { PocketStatus, PocketUseCase } from './pocket.enum.ts';

/** Errors of pockets. */
export const pocketRefusals = {
  INVALID_USER_BIRTHDATE_FOR_USE_CASE: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'The birthdate of the user <birthdate> is invalid to use case <useCase>.',
    portuguese: 'A data de nascimento <birthdate> não é válida para o caso de uso <useCase>.',
    condition: 'the age of the pocket user does not fit the use case',
    path: ['user', 'birthDate'],
  },
  INVALID_USER_BIRTHDATE_FOR_ACCOUNT_FOR_UNDER_AGE_USE_CASE: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'The use case ACCOUNT_FOR_UNDER_AGE is only for user between 16 and 18 years old.',
    portuguese: 'O caso de uso ACCOUNT_FOR_UNDER_AGE é só para pessoas entre 16 e 18 anos.',
    condition: 'the use case is ACCOUNT_FOR_UNDER_AGE and the user is not 16 to 18 years old',
    path: ['user', 'birthDate'],
  },
  MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Account has reached the maximum pocket counts.',
    portuguese: 'A conta atingiu o número máximo de bolsos.',
    condition: 'the account has reached its agreed number of pockets that are not CLOSED',
    path: ['accountNumber'],
  },
  POCKET_NOT_FOUND: {
    origin: 'GATEWAY',
    status: 404,
    message: 'Pocket not found.',
    portuguese: 'Bolso não encontrado.',
    condition: 'the partner has no pocket with this number',
    path: ['pocketNumber'],
  },
  INVALID_POCKET_STATUS: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Pocket status does not allow the operation.',
    portuguese: 'O status do bolso não permite a operação.',
    condition: 'the pocket is LOCKED',
    path: ['pocketNumber'],
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(pocketRefusals);

/** Bounds of the completed age, in years; null if there is no bound. */
export interface AgeRange {
  readonly minimumAge: number | null;
  readonly maximumAge: number | null;
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

/** Both are null if only the provider knows them. */
export function maximumPocketsReached(limit: number | null, used: number | null = null) {
  return refuse('MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT', { limit, used });
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

/** All errors that createPocket can return. */
export type CreatePocketRefusal = InvalidInput | PocketRefusal | IdempotencyKeyReused;

export function pocketNotFound() {
  return refuse('POCKET_NOT_FOUND', {});
}

export function invalidPocketStatus(pocketStatus: PocketStatus) {
  return refuse('INVALID_POCKET_STATUS', { pocketStatus });
}
