import type { Random } from '../../kernel/random.ts';

/** Largest random part of a pocket number: 13 digits (seed, Limits). */
const RANDOM_PART_MAX = 9_999_999_999_999;

/** A new pocket number: account number, 1 to 13 random digits, currency. Unique only once it is stored. */
export function drawPocketNumber(accountNumber: string, currency: string, random: Random): string {
  return `${accountNumber}${random.integer(0, RANDOM_PART_MAX)}${currency}`;
}
