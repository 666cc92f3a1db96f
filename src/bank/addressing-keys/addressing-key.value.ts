import { isTaxpayerId } from '../../kernel/taxpayer-id.ts';
import { phoneNumberOf } from '../../kernel/phone-number.ts';
import { isUuidV4 } from '../../kernel/uuid.ts';
import { AddressingKeyType } from './addressing-key.enum.ts';

/** A key in its normal form: two keys are the same when type and value are. */
export interface AddressingKey {
  readonly type: AddressingKeyType;
  readonly value: string;
}

/** Key types whose holder proves by a code that the address is theirs (seed, Headers of the registration). */
export type ProvenKeyType = Extract<AddressingKeyType, 'EMAIL' | 'PHONE'>;

const BRAZIL = '55';
const PHONE_SHAPE = /^\+[1-9]\d{1,14}$/;
/** Longest e-mail address that can be a key, in characters (the directory's own limit). */
const EMAIL_LENGTH_MAX = 77;
/** The directory's shape: ASCII without `%`, no leading, trailing or double dot, and a dot in the domain. */
const EMAIL_SHAPE =
  /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/i;

/** Whether a registration of such a key needs a transactional hash. */
export function isProvenKeyType(type: AddressingKeyType): type is ProvenKeyType {
  return type === AddressingKeyType.EMAIL || type === AddressingKeyType.PHONE;
}

/** The value of a key in its normal form, or undefined where it does not have the shape of its type. */
export function normalKeyValue(
  type: AddressingKeyType,
  value: string,
  cnpjMayHaveLetters: boolean,
): string | undefined {
  switch (type) {
    case AddressingKeyType.CPF:
    case AddressingKeyType.CNPJ:
      return isTaxpayerId(type, value, cnpjMayHaveLetters) ? value : undefined;
    case AddressingKeyType.EVP:
      return isUuidV4(value) ? value.toLowerCase() : undefined;
    case AddressingKeyType.PHONE:
      return normalPhone(value);
    case AddressingKeyType.EMAIL:
      return normalEmail(value.trim());
  }
}

/** One that begins with Brazil's trunk prefix stays as it is: it is not a mobile, and is refused for that. */
function normalPhone(value: string): string | undefined {
  const phone = PHONE_SHAPE.test(value) ? phoneNumberOf(value) : null;
  if (phone === null) return undefined;
  return phone.callingCode === BRAZIL ? value : phone.e164;
}

/** Matched before it is lower-cased: the Kelvin sign and the like become ASCII letters on the way. */
function normalEmail(value: string): string | undefined {
  return value.length <= EMAIL_LENGTH_MAX && EMAIL_SHAPE.test(value) ? value.toLowerCase() : undefined;
}

/** The key that `text` can only be: no value has the shape of two types. Undefined where it is none. */
export function keyOfText(text: string): AddressingKey | undefined {
  for (const type of Object.values(AddressingKeyType)) {
    const value = normalKeyValue(type, text, true);
    if (value !== undefined) return { type, value };
  }
  return undefined;
}

/** What is wanted as the value of a key, in a sentence. */
export function keyValueWanted(type: AddressingKeyType): string {
  switch (type) {
    case AddressingKeyType.CPF:
      return 'Give a valid CPF: 11 digits without a mask, check digits included.';
    case AddressingKeyType.CNPJ:
      return 'Give a valid CNPJ: 14 digits without a mask, check digits included.';
    case AddressingKeyType.EVP:
      return 'Give no value: a key of type EVP is made here.';
    case AddressingKeyType.PHONE:
      return 'Give +, country code, area code and number: only digits, as many as that country has.';
    case AddressingKeyType.EMAIL:
      return `Give an e-mail address of at most ${EMAIL_LENGTH_MAX} characters, in ASCII and without %.`;
  }
}
