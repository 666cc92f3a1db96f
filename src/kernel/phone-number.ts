import { getCountries, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js';

/** The library needs some digits after a calling code to recognize it. */
const ANY_NATIONAL_NUMBER = '2345678';
const CALLING_CODE_MAX = 999;
const DIGITS = /^\d+$/;
/** Area code, then a mobile number, which begins with 9 everywhere in Brazil since 2016 (Anatel). */
const BRAZILIAN_MOBILE = /^\+55[1-9]{2}9\d{8}$/;

/** A phone, identified by `e164`: `+`, calling code and national number, at most 15 digits (ITU-T E.164). */
export interface PhoneNumber {
  readonly callingCode: string;
  readonly e164: string;
}

/** Calling codes of countries and services, in the order of numbers: `7` and `1`, not `77` or `1242`. */
export const CALLING_CODES: ReadonlySet<string> = new Set(
  Array.from({ length: CALLING_CODE_MAX }, (_, nth) => String(nth + 1)).filter(
    (digits) => read(`+${digits}${ANY_NATIONAL_NUMBER}`)?.callingCode === digits,
  ),
);

/** Returns the two letters of the countries with a calling code; empty for that of a service. */
export function regionsOf(callingCode: string): readonly string[] {
  return getCountries().filter((country) => getCountryCallingCode(country) === callingCode);
}

/**
 * Parses `+` and digits as a phone; returns null if its country has no numbers of that length. It only has to be
 * possible: assigned blocks of numbers change faster than any table of them. With and without a national prefix (`+44
 * 07…`) it is the same phone.
 */
export function phoneNumberOf(text: string): PhoneNumber | null {
  if (!text.startsWith('+') || !DIGITS.test(text.slice(1))) return null;
  const phone = read(text);
  return phone !== null && phone.possible ? { callingCode: phone.callingCode, e164: phone.e164 } : null;
}

/** Checks whether the digits after `+55` are an area code and a mobile number, eleven in total. */
export function isBrazilianMobile(e164: string): boolean {
  return BRAZILIAN_MOBILE.test(e164);
}

function read(text: string): (PhoneNumber & { readonly possible: boolean }) | null {
  const phone = parsePhoneNumberFromString(text, { extract: false });
  return phone === undefined
    ? null
    : { callingCode: phone.countryCallingCode, e164: phone.number, possible: phone.isPossible() };
}
