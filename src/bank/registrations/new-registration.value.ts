import type { DeclaredIncome, PepLevel } from '../customers/customer-record.enum.ts';
import { completedYears } from '../../kernel/calendar-date.ts';
import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { amountOf } from '../../kernel/money.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';
import { checkAddress, type AddressRequest, type NewAddress } from './address.value.ts';
import { emailAddressOf } from './email-address.value.ts';
import { storedId } from '../../kernel/uuid.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { checkPhone, type NewPhone, type PhoneRequest } from './registration-phone.value.ts';

/** Minimum age in completed years (docs/partner-api.md). */
const AGE_MIN = 18;
/** Maximum length of a name, in code points after trimming (ours). */
export const NAME_LENGTH_MAX = 256;
/** Minimum income, in cents (docs/partner-api.md). */
const INCOME_CENTS_MIN = 0;
/** The only currency of incomes, and the default. */
const INCOME_CURRENCY = 'BRL';

/** The pictures that a registration requires. */
const ROLES = ['selfie', 'idCardFront', 'idCardBack'] as const;

/** Tokens of the analyses that a registration is based on, by role. */
export type Documentation = Readonly<Record<(typeof ROLES)[number], string>>;

/** A person to register; types already ensure that dates are real, decimals exact, and enum values known. */
export interface RegistrationRequest {
  readonly documentNumber: string;
  readonly registerName: string;
  readonly socialName?: string | null;
  readonly birthDate: string;
  readonly phone: PhoneRequest;
  readonly address: AddressRequest;
  readonly declaredIncome?: DeclaredIncome | null;
  readonly assertedIncome: { readonly value: string; readonly currency?: string | null };
  readonly occupation: string;
  readonly pep: { readonly level: PepLevel };
  readonly motherName: string;
  readonly email: string;
  readonly documentation: Documentation;
}

/** The same, checked and in normal form; whether the occupation is in the list is checked later. */
export interface NewRegistration extends Required<Omit<RegistrationRequest, 'pep'>> {
  readonly phone: NewPhone;
  readonly address: NewAddress;
  readonly assertedIncome: { readonly value: string; readonly currency: string };
  readonly pepLevel: PepLevel;
}

/** Checks every field of a request as of the civil date `today`; returns all violations if there are any. */
export function newRegistration(request: RegistrationRequest, today: string): NewRegistration | InvalidInput {
  const check = new InputCheck();
  const { documentNumber, birthDate, declaredIncome = null, occupation, documentation, pep } = request;
  const isCpf = isTaxpayerId('CPF', documentNumber);
  check.demand(
    isCpf,
    'documentNumber',
    'Give a valid CPF: 11 digits without a mask, check digits included.',
    faultOf(documentNumber),
  );
  const isAdult = completedYears(birthDate, today) >= AGE_MIN;
  check.demand(isAdult, 'birthDate', `A customer must be at least ${AGE_MIN} years old.`, 'RANGE');
  check.demand(isFilled(occupation), 'occupation', 'Give the code of an occupation.', faultOf(occupation));
  for (const role of ROLES)
    check.demand(
      isFilled(documentation[role]),
      `documentation.${role}`,
      'Give the token of an analysis.',
      faultOf(documentation[role]),
    );
  const wanted: NewRegistration = {
    documentNumber,
    registerName: check.person(request.registerName, 'registerName', NAME_LENGTH_MAX),
    socialName: request.socialName?.trim() ? check.person(request.socialName, 'socialName', NAME_LENGTH_MAX) : null,
    birthDate,
    phone: checkPhone(check, request.phone),
    address: checkAddress(check, request.address),
    declaredIncome,
    assertedIncome: checkIncome(check, request.assertedIncome),
    occupation,
    pepLevel: pep.level,
    motherName: check.person(request.motherName, 'motherName', NAME_LENGTH_MAX),
    email: check.normal(emailAddressOf(request.email), 'email', 'Give an e-mail address.', faultOf(request.email)),
    documentation: {
      selfie: storedId(documentation.selfie),
      idCardFront: storedId(documentation.idCardFront),
      idCardBack: storedId(documentation.idCardBack),
    },
  };
  return check.violations.length > 0 ? refuseInput(check.violations) : wanted;
}

export function checkIncome(check: InputCheck, { value, currency }: RegistrationRequest['assertedIncome']) {
  const isGood = (currency?.trim() || INCOME_CURRENCY) === INCOME_CURRENCY;
  check.demand(isGood, 'assertedIncome.currency', `Give ${INCOME_CURRENCY}, or leave it out.`, 'NOT_ALLOWED');
  const message = 'Give 0.00 to 99999999999999.99, with at most two decimals.';
  const amount = check.normal(amountOf(value, INCOME_CENTS_MIN), 'assertedIncome.value', message, 'RANGE');
  return { value: amount, currency: INCOME_CURRENCY };
}
