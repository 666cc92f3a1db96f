import { refuserOf, type InvalidInput, type NextStep, type RefusalTable } from '../../kernel/domain-error.ts';
import type { IdempotencyKeyReused } from '../../kernel/idempotency-key-reused.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';
import type { customerNotFound } from '../customers/customer.errors.ts';
import type { PictureRefusal } from './picture-refusal.enum.ts';

/** Errors of customer registrations. */
export const registrationRefusals = {
  CUSTOMER_AWAIT_EVALUATION: {
    origin: 'PARTNER_API',
    status: 409,
    message: 'Customer await evaluation.',
    portuguese: 'O cliente aguarda avaliação.',
    condition: 'an earlier registration of the customer is still under analysis, automatic or detailed',
    path: ['documentNumber'],
    retryable: true,
  },
  REGISTRATION_REJECTED: {
    origin: 'GATEWAY',
    status: 409,
    message: 'The registration was rejected: request a detailed analysis.',
    portuguese: 'O cadastro foi reprovado: solicite uma análise detalhada.',
    condition: 'the last registration of the customer was rejected, and had no detailed analysis yet',
    path: ['documentNumber'],
  },
  DETAILED_ANALYSIS_NOT_AVAILABLE: {
    origin: 'GATEWAY',
    status: 409,
    message: 'No detailed analysis is available for this customer.',
    portuguese: 'Não há análise detalhada disponível para este cliente.',
    condition:
      'the customer is not rejected, or the detailed analysis of the registration is decided already; of a decision: none waits for it',
    path: ['documentNumber'],
  },
  PHONE_ALREADY_IN_USE: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Phone already in use to another customer.',
    portuguese: 'O telefone já está em uso por outro cliente.',
    condition: 'another customer of the partner has this phone',
    revealsOthers: true,
    path: ['phone', 'number'],
    pathIn: { requestDetailedAnalysis: ['documentNumber'] },
  },
  EMAIL_ALREADY_IN_USE: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Email already in use to another customer.',
    portuguese: 'O e-mail já está em uso por outro cliente.',
    condition: 'another customer of the partner has this e-mail address',
    revealsOthers: true,
    path: ['email'],
    pathIn: { requestDetailedAnalysis: ['documentNumber'] },
  },
  INVALID_OCCUPATION: {
    origin: 'PARTNER_API',
    status: 422,
    message: 'Occupation provided is invalid.',
    portuguese: 'A ocupação informada é inválida.',
    condition: 'the occupation code is not in the list',
    path: ['occupation'],
  },
  PHONE_COUNTRY_CODE_NOT_ALLOWED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Phones with this country code are not allowed.',
    portuguese: 'Telefones com este código de país não são permitidos.',
    condition: 'the dialling code of the phone belongs to a blocked country',
    path: ['phone', 'countryCode'],
  },
  DOCUMENT_ANALYSIS_NOT_APPROVED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'Document analysis is not approved.',
    portuguese: 'A análise do documento não está aprovada.',
    condition: 'a token of the documentation does not identify an approved analysis of this customer for that picture',
    path: ['documentation'],
    retryable: 'byData',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(registrationRefusals);

export function phoneCountryCodeNotAllowed(countryCode: string) {
  return refuse('PHONE_COUNTRY_CODE_NOT_ALLOWED', { countryCode });
}

/** @param openRegistrationId null if only the provider knows it */
export function customerAwaitsEvaluation(openRegistrationId: string | null) {
  return refuse('CUSTOMER_AWAIT_EVALUATION', { openRegistrationId });
}

/** @param rejectedRegistrationId null if only the provider knows it */
export function registrationRejected(rejectedRegistrationId: string | null, nextStep: NextStep | null) {
  const refusal = refuse('REGISTRATION_REJECTED', { rejectedRegistrationId });
  return nextStep === null ? refusal : refusal.resolvedBy(nextStep);
}

export function detailedAnalysisNotAvailable() {
  return refuse('DETAILED_ANALYSIS_NOT_AVAILABLE', {});
}

export function phoneAlreadyInUse() {
  return refuse('PHONE_ALREADY_IN_USE', {});
}

export function emailAlreadyInUse() {
  return refuse('EMAIL_ALREADY_IN_USE', {});
}

export function invalidOccupation() {
  return refuse('INVALID_OCCUPATION', {});
}

/** A field of the documentation whose token is not approved. */
export interface RefusedPicture {
  readonly field: string;
  readonly status: PictureRefusal;
}

/** Waiting is enough if all that is refused is still being analysed. */
export function documentAnalysisNotApproved(refused: readonly RefusedPicture[]) {
  return refuse('DOCUMENT_ANALYSIS_NOT_APPROVED', {
    fields: refused.map(({ field }) => field),
    pictures: refused.map(({ field, status }) => ({ path: ['documentation', field], status })),
    retryable: refused.length > 0 && refused.every(({ status }) => status === 'ANALYZING'),
  });
}

/** Why a person cannot be registered, given other customers and earlier submissions. */
export type RegistrationRefusal =
  | TooManyLookups
  | ReturnType<
      | typeof customerAwaitsEvaluation
      | typeof registrationRejected
      | typeof phoneAlreadyInUse
      | typeof emailAlreadyInUse
      | typeof invalidOccupation
      | typeof documentAnalysisNotApproved
    >;

/** All errors that registerCustomer can return. */
export type RegisterCustomerRefusal =
  InvalidInput | IdempotencyKeyReused | RegistrationRefusal | ReturnType<typeof phoneCountryCodeNotAllowed>;

/** All errors that requestDetailedAnalysis can return. */
export type RequestDetailedAnalysisRefusal =
  | InvalidInput
  | TooManyLookups
  | ReturnType<
      | typeof customerNotFound
      | typeof customerAwaitsEvaluation
      | typeof detailedAnalysisNotAvailable
      | typeof phoneAlreadyInUse
      | typeof emailAlreadyInUse
    >;
