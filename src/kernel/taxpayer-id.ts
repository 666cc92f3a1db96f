/** Types of Brazilian taxpayer ids: CPF of a person, CNPJ of a company. */
export const TaxpayerIdType = { CPF: 'CPF', CNPJ: 'CNPJ' } as const;
export type TaxpayerIdType = (typeof TaxpayerIdType)[keyof typeof TaxpayerIdType];

const CPF_SHAPE = /^\d{11}$/;
/** CNPJs issued since July 2026 may have letters before their check digits. */
const CNPJ_SHAPE = /^[0-9A-Z]{12}\d{2}$/;
const ALL_EQUAL = /^(.)\1+$/;

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Checks whether `value` is a valid document of its type: digits without a mask, and both check digits correct.
 * Punctuation and letters are never removed from a document.
 */
export function isTaxpayerId(type: TaxpayerIdType, value: string): boolean {
  switch (type) {
    case TaxpayerIdType.CPF:
      return CPF_SHAPE.test(value) && hasCheckDigits(value, CPF_WEIGHTS);
    case TaxpayerIdType.CNPJ:
      return CNPJ_SHAPE.test(value) && hasCheckDigits(value, CNPJ_WEIGHTS);
  }
}

/** Returns a sentence that describes a valid document. */
export function taxpayerIdWanted(type: TaxpayerIdType, cnpjMayHaveLetters = true): string {
  if (type === TaxpayerIdType.CPF) return 'Give a valid CPF: 11 digits without a mask, check digits included.';
  return cnpjMayHaveLetters
    ? 'Give a valid CNPJ: 12 digits or capital letters and 2 check digits, without a mask.'
    : 'Give a valid CNPJ: 14 digits without a mask, check digits included.';
}

/** Returns the CPF of nine digits, with its check digits appended. */
export function cpfOf(nineDigits: string): string {
  const first = checkDigit(nineDigits, CPF_WEIGHTS.slice(1));
  return `${nineDigits}${first}${checkDigit(`${nineDigits}${first}`, CPF_WEIGHTS)}`;
}

/** Checks whether `value` is a valid document of any type. */
export function isAnyTaxpayerId(value: string): boolean {
  return Object.values(TaxpayerIdType).some((type) => isTaxpayerId(type, value));
}

function hasCheckDigits(value: string, weights: readonly number[]): boolean {
  if (ALL_EQUAL.test(value)) return false;
  const base = value.slice(0, -2);
  const first = checkDigit(base, weights.slice(1));
  const second = checkDigit(`${base}${first}`, weights);
  return value.endsWith(`${first}${second}`);
}

/** Modulo 11 over character values (ASCII − 48), the rule that also serves alphanumeric CNPJs. */
function checkDigit(characters: string, weights: readonly number[]): string {
  const sum = weights.reduce((total, weight, index) => total + weight * (characters.charCodeAt(index) - 48), 0);
  const remainder = sum % 11;
  return remainder < 2 ? '0' : String(11 - remainder);
}
