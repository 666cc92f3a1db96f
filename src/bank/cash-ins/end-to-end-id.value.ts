import type { Random } from '../../kernel/random.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_LENGTH = 11;

/**
 * Returns a new end-to-end identification of an instant payment, which the paying institution assigns: `E`, its ISPB,
 * the minute in UTC as yyyyMMddHHmm, 11 random letters and digits (central bank of Brazil, Pix technical manual).
 */
export function drawEndToEndId(ispb: string, at: Date, random: Random): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  const suffix = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(random.integer(0, ALPHABET.length - 1)));
  return `E${ispb}${minute}${suffix.join('')}`;
}
