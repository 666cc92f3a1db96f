import { faultOf, isTextOf, textFault } from '../../kernel/text.ts';
import type { InputCheck } from '../../kernel/input-check.ts';

/** Names of the states and the federal district, by code (ISO 3166-2:BR, without `BR-`). */
export const STATES: ReadonlyMap<string, string> = new Map([
  ...([
    ['AC', 'Acre'],
    ['AL', 'Alagoas'],
    ['AM', 'Amazonas'],
    ['AP', 'Amapá'],
    ['BA', 'Bahia'],
    ['CE', 'Ceará'],
  ] as const),
  ...([
    ['DF', 'Distrito Federal'],
    ['ES', 'Espírito Santo'],
    ['GO', 'Goiás'],
    ['MA', 'Maranhão'],
  ] as const),
  ...([
    ['MG', 'Minas Gerais'],
    ['MS', 'Mato Grosso do Sul'],
    ['MT', 'Mato Grosso'],
    ['PA', 'Pará'],
  ] as const),
  ...([
    ['PB', 'Paraíba'],
    ['PE', 'Pernambuco'],
    ['PI', 'Piauí'],
    ['PR', 'Paraná'],
    ['RJ', 'Rio de Janeiro'],
  ] as const),
  ...([
    ['RN', 'Rio Grande do Norte'],
    ['RO', 'Rondônia'],
    ['RR', 'Roraima'],
    ['RS', 'Rio Grande do Sul'],
  ] as const),
  ...([
    ['SC', 'Santa Catarina'],
    ['SE', 'Sergipe'],
    ['SP', 'São Paulo'],
    ['TO', 'Tocantins'],
  ] as const),
]);
/** The only country of residence that is accepted. */
const COUNTRY = 'BR';
const ZIP_CODE = /^\d{5}-?\d{3}$/;
/** How the partner API spells that a building has no number. */
const NO_NUMBER = 'S/N';
/** Maximum length of a building number, in code points (docs/partner-api.md). */
const BUILDING_NUMBER_LENGTH_MAX = 10;
/** Maximum length of street, neighborhood, city (docs/partner-api.md), complement (ours), in code points after NFC. */
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

/** The same, checked and in normal form; the postal code has eight digits. */
export type NewAddress = Required<AddressRequest>;

export function checkAddress(check: InputCheck, address: AddressRequest): NewAddress {
  const { zipCode, country } = address;
  const state = address.state.replace(/^BR-/, '');
  const digits = ZIP_CODE.test(zipCode) ? zipCode.replace('-', '') : undefined;
  check.demand(
    STATES.has(state),
    'address.state',
    'Give the code of a Brazilian state, such as SP or BR-SP.',
    faultOf(state, 'NOT_ALLOWED'),
  );
  check.demand(country === COUNTRY, 'address.country', `Give ${COUNTRY}.`, faultOf(country, 'NOT_ALLOWED'));
  return {
    zipCode: check.normal(
      digits,
      'address.zipCode',
      'Give eight digits, with or without a hyphen before the last three.',
      faultOf(zipCode),
    ),
    addressLine: check.filled(address.addressLine, 'address.addressLine', LINE_LENGTH_MAX),
    buildingNumber: check.normal(
      buildingNumberOf(address.buildingNumber),
      'address.buildingNumber',
      `Give 1 to ${BUILDING_NUMBER_LENGTH_MAX} characters; ${NO_NUMBER} if there is none.`,
      textFault(address.buildingNumber),
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
