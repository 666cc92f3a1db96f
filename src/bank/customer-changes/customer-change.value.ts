import type { PepLevel } from '../customers/customer-record.enum.ts';
import { checkAddress, type AddressRequest } from '../registrations/address.value.ts';
import { emailAddressOf } from '../registrations/email-address.value.ts';
import { checkIncome, NAME_LENGTH_MAX } from '../registrations/new-registration.value.ts';
import { checkPhone, type NewPhone, type PhoneRequest } from '../registrations/registration-phone.value.ts';
import { refuseInput, type InvalidInput } from '../../kernel/domain-error.ts';
import { InputCheck } from '../../kernel/input-check.ts';
import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { faultOf, isFilled } from '../../kernel/text.ts';

/** What is to change of a customer. What is absent or null stays as it is, except that null clears the social name. */
export interface CustomerChangeRequest {
  readonly documentNumber: string;
  readonly socialName?: string | null | undefined;
  readonly phone?: PhoneRequest | null | undefined;
  readonly email?: string | null | undefined;
  readonly address?: AddressRequest | null | undefined;
  readonly assertedIncome?: { readonly value: string; readonly currency?: string | null } | null | undefined;
  readonly occupation?: string | null | undefined;
  readonly pep?: { readonly level: PepLevel } | null | undefined;
}

/** The same, checked and in normal form: members of the record; whether the occupation is in the list is checked later. */
export interface CustomerChange {
  readonly documentNumber: string;
  readonly socialName?: string | null;
  readonly phone?: NewPhone;
  readonly email?: string;
  readonly address?: ReturnType<typeof checkAddress>;
  readonly assertedIncome?: { readonly value: string; readonly currency: string };
  readonly occupation?: string;
  readonly pepLevel?: PepLevel;
}

/** Checks every field of a request; returns all violations if there are any. */
export function customerChange(request: CustomerChangeRequest): CustomerChange | InvalidInput {
  const check = new InputCheck();
  const { documentNumber, socialName, phone, email, address, assertedIncome, occupation, pep } = request;
  const isCpf = isTaxpayerId('CPF', documentNumber);
  check.demand(isCpf, 'documentNumber', 'Give a valid CPF: 11 digits without a mask.', faultOf(documentNumber));
  if (isGiven(occupation))
    check.demand(isFilled(occupation), 'occupation', 'Give the code of an occupation.', faultOf(occupation));
  const change: CustomerChange = {
    documentNumber,
    ...(hasSocialName(socialName) && { socialName: check.optional(socialName, 'socialName', NAME_LENGTH_MAX) }),
    ...(isGiven(phone) && { phone: checkPhone(check, phone) }),
    ...(isGiven(email) && {
      email: check.normal(emailAddressOf(email), 'email', 'Give an e-mail address.', faultOf(email)),
    }),
    ...(isGiven(address) && { address: checkAddress(check, address) }),
    ...(isGiven(assertedIncome) && { assertedIncome: checkIncome(check, assertedIncome) }),
    ...(isGiven(occupation) && { occupation }),
    ...(isGiven(pep) && { pepLevel: pep.level }),
  };
  return check.violations.length > 0 ? refuseInput(check.violations) : change;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** A blank name counts as absent, like any optional text; null clears it. */
function hasSocialName(name: string | null | undefined): name is string | null {
  return name === null || (name !== undefined && name.trim() !== '');
}

/** Returns the columns of the record that change, by their properties. */
export function changedColumns({ phone, address, assertedIncome, documentNumber: _, ...rest }: CustomerChange) {
  return {
    ...rest,
    ...address,
    ...(phone !== undefined && {
      phoneCountryCode: phone.countryCode,
      phoneNumber: phone.number,
      phoneE164: phone.e164,
    }),
    ...(assertedIncome !== undefined && {
      incomeValue: assertedIncome.value,
      incomeCurrency: assertedIncome.currency,
    }),
  };
}
