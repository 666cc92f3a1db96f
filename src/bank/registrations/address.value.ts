import { isTextOf } from '../../kernel/text.ts';
import type { InputCheck } from './input-check.value.ts';

/** States and the federal district (ISO 3166-2:BR, without `BR-`). */
const STATES: ReadonlySet<string> = new Set(
  'AC AL AM AP BA CE DF ES GO MA MG MS MT PA PB PE PI PR RJ RN RO RR RS SC SE SP TO'.split(' '),
);
/** The one country in which customers live (seed, Register individual customer). */
const COUNTRY = 'BR';
const ZIP_CODE = /^\d{5}-?\d{3}$/;
/** How the partner API writes that a building has no number. */
const NO_NUMBER = 'S/N';
/** Longest number of a building, in code points (seed, Limits). */
const BUILDING_NUMBER_LENGTH_MAX = 10;
/** Longest street, neighborhood and city, in code points after NFC (seed, Limits); complements too (ours). */
const LINE_LENGTH_MAX = 256;

export interface AddressRequest {
  readonly zipCode: string;
  readonly addressLine: string;
  readonly buildingNumber: string;
  readonly complement?: string | null;
  readonly neighborhood: string;
  readonly city: string;
  readonly state: string;
  readonly country: string;
}

/** The same, checked and in normal form; the postal code in eight digits. */
export type NewAddress = Required<AddressRequest>;

export function checkAddress(check: InputCheck, address: AddressRequest): NewAddress {
  const { zipCode, state, country } = address;
  const digits = ZIP_CODE.test(zipCode) ? zipCode.replace('-', '') : undefined;
  check.demand(STATES.has(state), 'address.state', 'Give the two letters of a Brazilian state, such as SP.');
  check.demand(country === COUNTRY, 'address.country', `Give ${COUNTRY}.`);
  return {
    zipCode: check.normal(
      digits,
      'address.zipCode',
      'Give eight digits, with or without a hyphen before the last three.',
    ),
    addressLine: check.filled(address.addressLine, 'address.addressLine', LINE_LENGTH_MAX),
    buildingNumber: check.normal(
      buildingNumberOf(address.buildingNumber),
      'address.buildingNumber',
      `Give 1 to ${BUILDING_NUMBER_LENGTH_MAX} characters; ${NO_NUMBER} where there is none.`,
    ),
    complement: check.optional(address.complement, 'address.complement', LINE_LENGTH_MAX),
    neighborhood: check.filled(address.neighborhood, 'address.neighborhood', LINE_LENGTH_MAX),
    city: check.filled(address.city, 'address.city', LINE_LENGTH_MAX),
    state,
    country,
  };
}

function buildingNumberOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed.toUpperCase() === NO_NUMBER) return NO_NUMBER;
  return isTextOf(trimmed, BUILDING_NUMBER_LENGTH_MAX) ? trimmed : undefined;
}
