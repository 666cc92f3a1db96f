import { parsePhoneNumberFromString } from 'libphonenumber-js';

/** How many digits follow a calling code does not matter to which code it is; the library wants some. */
const ANY_NATIONAL_NUMBER = '2345678';
const DIGITS = /^\d+$/;
/** Area code, then a mobile number, which begins with 9 everywhere in Brazil since 2016 (Anatel). */
const BRAZILIAN_MOBILE = /^\+55[1-9]{2}9\d{8}$/;

/** A phone, told apart from others by `e164` only: `+`, calling code and national number, at most 15 digits (ITU-T E.164). */
export interface PhoneNumber {
  readonly callingCode: string;
  readonly e164: string;
}

/** Whether the digits are the calling code of a country or service as they stand: `7` and `1` are, `77` and `1242` are not. */
export function isCallingCode(digits: string): boolean {
  return DIGITS.test(digits) && read(`+${digits}${ANY_NATIONAL_NUMBER}`)?.callingCode === digits;
}

/**
 * The phone that `+` and digits name, or null where its country has no numbers of that length. Possible is enough:
 * which blocks of numbers are handed out changes faster than any table of them. Both ways of writing a national prefix
 * (`+44 07…`) are one phone.
 */
export function phoneNumberOf(text: string): PhoneNumber | null {
  if (!text.startsWith('+') || !DIGITS.test(text.slice(1))) return null;
  const phone = read(text);
  return phone !== null && phone.possible ? { callingCode: phone.callingCode, e164: phone.e164 } : null;
}

/** Whether the digits after `+55` are an area code and a mobile number, eleven in all. */
export function isBrazilianMobile(e164: string): boolean {
  return BRAZILIAN_MOBILE.test(e164);
}

function read(text: string): (PhoneNumber & { readonly possible: boolean }) | null {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone === undefined
    ? null
    : { callingCode: phone.countryCallingCode, e164: phone.number, possible: phone.isPossible() };
}
