import { CALLING_CODES, isBrazilianMobile, phoneNumberOf } from '../../kernel/phone-number.ts';
import { faultOf } from '../../kernel/text.ts';
import type { InputCheck } from '../../kernel/input-check.ts';

/** Dialling codes of blocked countries. */
const BLOCKED_CODES: ReadonlySet<string> = new Set(
  `355 375 387 359 257 850 385 53 386 967 98 964 961 218 389 382 236 242 243 40 7 381 963 252 249 211 58 263`.split(
    ' ',
  ),
);
const BRAZIL = '55';
const DIGITS = /^\d+$/;

export interface PhoneRequest {
  readonly countryCode: string;
  readonly number: string;
}

/** The same, checked and in normal form: the code has no plus. */
export interface NewPhone extends PhoneRequest {
  /** Identifies the phone. */
  readonly e164: string;
}

/** Whether a dialling code is blocked. Compared exactly: 1 with a number of the Bahamas is not 1242. */
export function isBlockedCode(countryCode: string): boolean {
  return BLOCKED_CODES.has(countryCode);
}

export function checkPhone(check: InputCheck, { countryCode, number }: PhoneRequest): NewPhone {
  const code = countryCode.replace(/^\+/, '');
  const isCode = CALLING_CODES.has(code);
  check.demand(isCode, 'phone.countryCode', 'Give the dialling code of a country, such as 55.', faultOf(countryCode));
  const wanted =
    code === BRAZIL
      ? 'Give 11 digits: area code and mobile number.'
      : 'Give area code and number, digits only, with the length that the country uses.';
  const e164 = isCode ? e164Of(code, number) : number;
  check.demand(DIGITS.test(number) && e164 !== undefined, 'phone.number', wanted, faultOf(number));
  return { countryCode: code, number, e164: e164 ?? '' };
}

/** The length of numbers of blocked countries is not checked: they are refused later. */
function e164Of(code: string, number: string): string | undefined {
  const text = `+${code}${number}`;
  if (isBlockedCode(code)) return text;
  const phone = phoneNumberOf(text);
  if (phone?.callingCode !== code) return undefined;
  if (code === BRAZIL) return isBrazilianMobile(text) ? text : undefined;
  return phone.e164;
}
