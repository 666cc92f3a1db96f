/** Kinds of a Brazilian taxpayer's document: CPF of a person, CNPJ of a company. */
export const TaxpayerIdType = { CPF: 'CPF', CNPJ: 'CNPJ' } as const;
export type TaxpayerIdType = (typeof TaxpayerIdType)[keyof typeof TaxpayerIdType];

const CPF_SHAPE = /^\d{11}$/;
const CNPJ_SHAPE = /^\d{14}$/;
/** CNPJs issued since July 2026 may have letters before their check digits. */
const ALPHANUMERIC_CNPJ_SHAPE = /^[0-9A-Z]{12}\d{2}$/;
const ALL_EQUAL = /^(.)\1+$/;

const CPF_WEIGHTS = [11, 10, 9, 8, 7, 6, 5, 4, 3, 2];
const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];

/**
 * Whether `value` is a valid document of its type: digits only, no mask, both check digits right.
 * The shape is tested first: a document is never cleaned of punctuation or letters. Alphanumeric CNPJs are an option,
 * since the partner API says 14 digits.
 */
export function isTaxpayerId(type: TaxpayerIdType, value: string, cnpjMayHaveLetters: boolean): boolean {
  switch (type) {
    case TaxpayerIdType.CPF:
      return CPF_SHAPE.test(value) && hasCheckDigits(value, CPF_WEIGHTS);
    case TaxpayerIdType.CNPJ:
      return (
        (cnpjMayHaveLetters ? ALPHANUMERIC_CNPJ_SHAPE : CNPJ_SHAPE).test(value) && hasCheckDigits(value, CNPJ_WEIGHTS)
      );
  }
}

/** The CPF that begins with nine digits, its check digits counted out. */
export function cpfOf(nineDigits: string): string {
  const first = checkDigit(nineDigits, CPF_WEIGHTS.slice(1));
  return `${nineDigits}${first}${checkDigit(`${nineDigits}${first}`, CPF_WEIGHTS)}`;
}

/** Whether `value` is a valid document, of whichever type. */
export function isAnyTaxpayerId(value: string, cnpjMayHaveLetters: boolean): boolean {
  return Object.values(TaxpayerIdType).some((type) => isTaxpayerId(type, value, cnpjMayHaveLetters));
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
