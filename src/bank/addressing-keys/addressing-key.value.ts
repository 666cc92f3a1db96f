import { isTaxpayerId, taxpayerIdWanted } from '../../kernel/taxpayer-id.ts';
import { phoneNumberOf } from '../../kernel/phone-number.ts';
import { isUuidV4 } from '../../kernel/uuid.ts';
import { AddressingKeyType } from './addressing-key.enum.ts';

/** A key in normal form: two keys are the same if type and value are equal. */
export interface AddressingKey {
  readonly type: AddressingKeyType;
  readonly value: string;
}

/** Key types whose ownership is proved by a one-time code (docs/addressing-keys.md). */
export type ProvenKeyType = Extract<AddressingKeyType, 'EMAIL' | 'PHONE'>;

/** The partner API defines 14 digits for a CNPJ as a key; letters are an option. */
const DIGITS = /^\d+$/;
const BRAZIL = '55';
const PHONE_SHAPE = /^\+[1-9]\d{1,14}$/;
/** Maximum length of an e-mail address as a key, in characters (the directory's own limit). */
const EMAIL_LENGTH_MAX = 77;
/** The directory's shape: ASCII without `%`, no leading, trailing or double dot, and a domain of labels (RFC 1035). */
const EMAIL_SHAPE =
  /^[a-z0-9!#$&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$&'*+/=?^_`{|}~-]+)*@[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** Whether registering a key of this type requires a transactional hash. */
export function isProvenKeyType(type: AddressingKeyType): type is ProvenKeyType {
  return type === AddressingKeyType.EMAIL || type === AddressingKeyType.PHONE;
}

/** Returns the value of a key in normal form; undefined if it does not have the shape of its type. */
export function normalKeyValue(
  type: AddressingKeyType,
  value: string,
  cnpjMayHaveLetters: boolean,
): string | undefined {
  switch (type) {
    case AddressingKeyType.CPF:
    case AddressingKeyType.CNPJ:
      return isTaxpayerId(type, value) && (cnpjMayHaveLetters || DIGITS.test(value)) ? value : undefined;
    case AddressingKeyType.EVP:
      return isUuidV4(value) ? value.toLowerCase() : undefined;
    case AddressingKeyType.PHONE:
      return normalPhone(value);
    case AddressingKeyType.EMAIL:
      return normalEmail(value.trim());
  }
}

/** A number with Brazil's trunk prefix is left unchanged: it is not a mobile, and is refused for that. */
function normalPhone(value: string): string | undefined {
  const phone = PHONE_SHAPE.test(value) ? phoneNumberOf(value) : null;
  if (phone === null) return undefined;
  return phone.callingCode === BRAZIL ? value : phone.e164;
}

/** Matched before lower-casing, which would turn the Kelvin sign and the like into ASCII letters. */
function normalEmail(value: string): string | undefined {
  return value.length <= EMAIL_LENGTH_MAX && EMAIL_SHAPE.test(value) ? value.toLowerCase() : undefined;
}

/** Returns the only key that `text` can be: no value has the shape of two types. Undefined if it is not a key. */
export function keyOfText(text: string): AddressingKey | undefined {
  for (const type of Object.values(AddressingKeyType)) {
    const value = normalKeyValue(type, text, true);
    if (value !== undefined) return { type, value };
  }
  return undefined;
}

/** Returns a sentence that says which value a key type requires. */
export function keyValueWanted(type: AddressingKeyType, cnpjMayHaveLetters: boolean): string {
  switch (type) {
    case AddressingKeyType.CPF:
    case AddressingKeyType.CNPJ:
      return taxpayerIdWanted(type, cnpjMayHaveLetters);
    case AddressingKeyType.EVP:
      return 'Leave it out: the value of an EVP key is generated.';
    case AddressingKeyType.PHONE:
      return 'Give +, country code, area code and number, digits only, with the length that the country uses.';
    case AddressingKeyType.EMAIL:
      return `Give an e-mail address of at most ${EMAIL_LENGTH_MAX} characters, in ASCII and without %.`;
  }
}
