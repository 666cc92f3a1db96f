import { refuse, type InvalidInput } from '../../kernel/domain-error.ts';
import type { TooManyLookups } from '../../kernel/too-many-lookups.ts';

export function phoneCountryCodeNotAllowed(countryCode: string) {
  return refuse('PHONE_COUNTRY_CODE_NOT_ALLOWED', { countryCode });
}

export function customerAwaitsEvaluation() {
  return refuse('CUSTOMER_AWAIT_EVALUATION', {});
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

/** `fields` are those of the documentation whose tokens are not good. */
export function documentAnalysisNotApproved(fields: readonly string[]) {
  return refuse('DOCUMENT_ANALYSIS_NOT_APPROVED', { fields });
}

/** Why a person cannot be registered, as far as others and what was submitted before are concerned. */
export type RegistrationRefusal =
  | TooManyLookups
  | ReturnType<
      | typeof customerAwaitsEvaluation
      | typeof phoneAlreadyInUse
      | typeof emailAlreadyInUse
      | typeof invalidOccupation
      | typeof documentAnalysisNotApproved
    >;

/** Everything that registerCustomer may answer instead of a registration. */
export type RegisterCustomerRefusal =
  InvalidInput | RegistrationRefusal | ReturnType<typeof phoneCountryCodeNotAllowed>;
