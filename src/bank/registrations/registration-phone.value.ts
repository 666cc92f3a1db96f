import { isBrazilianMobile, isCallingCode, phoneNumberOf } from '../../kernel/phone-number.ts';
import type { InputCheck } from './input-check.value.ts';

/** Dialling codes of countries whose phones are refused (seed, Limits). */
const BLOCKED_CODES: ReadonlySet<string> = new Set(
  `355 375 387 359 257 850 385 53 386 967 98 964 961 218 389 382 236 242 243 40 7 381 963 252 249 211 58 263`.split(
    ' ',
  ),
);
const BRAZIL = '55';
const CODE = /^[1-9]\d{0,2}$/;
const DIGITS = /^\d+$/;

export interface PhoneRequest {
  readonly countryCode: string;
  readonly number: string;
}

/** The same, checked and in normal form: the code without a plus. */
export interface NewPhone extends PhoneRequest {
  /** What tells it apart from others. */
  readonly e164: string;
}

/** Whether phones of this dialling code are refused. By equality: 1 with a number of the Bahamas is not 1242. */
export function isBlockedCode(countryCode: string): boolean {
  return BLOCKED_CODES.has(countryCode);
}

export function checkPhone(check: InputCheck, { countryCode, number }: PhoneRequest): NewPhone {
  const code = countryCode.replace(/^\+/, '');
  const isCode = CODE.test(code) && isCallingCode(code);
  check.demand(isCode, 'phone.countryCode', 'Give the dialling code of a country, such as 55.');
  const wanted =
    code === BRAZIL
      ? 'Give 11 digits: area code and mobile number.'
      : 'Give area code and number, digits only, as many as the country has.';
  const e164 = isCode ? e164Of(code, number) : number;
  check.demand(DIGITS.test(number) && e164 !== undefined, 'phone.number', wanted);
  return { countryCode: code, number, e164: e164 ?? '' };
}

/** Of a blocked country no number will do: how many digits one has there is not asked. */
function e164Of(code: string, number: string): string | undefined {
  const text = `+${code}${number}`;
  if (isBlockedCode(code)) return text;
  const phone = phoneNumberOf(text);
  if (phone?.callingCode !== code) return undefined;
  if (code === BRAZIL) return isBrazilianMobile(text) ? text : undefined;
  return phone.e164;
}
