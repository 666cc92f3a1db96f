import type { Chance } from '../kernel/chance.ts';

/** Largest random part of a pocket number: 13 digits (seed, Limits). */
const RANDOM_PART_MAX = 9_999_999_999_999;

/** A new pocket number: account number, 1 to 13 random digits, currency. Unique only once it is stored. */
export function drawPocketNumber(accountNumber: string, currency: string, chance: Chance): string {
  return `${accountNumber}${chance.integer(0, RANDOM_PART_MAX)}${currency}`;
}
