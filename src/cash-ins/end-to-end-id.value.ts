import type { Chance } from '../kernel/chance.ts';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const RANDOM_LENGTH = 11;

/**
 * A new end-to-end identification of an instant payment, as the paying institution gives it: `E`, its ISPB, the minute
 * in UTC as yyyyMMddHHmm, 11 random letters and digits (central bank of Brazil, Pix technical manual).
 */
export function drawEndToEndId(ispb: string, at: Date, chance: Chance): string {
  const minute = at.toISOString().replace(/\D/g, '').slice(0, 12);
  const random = Array.from({ length: RANDOM_LENGTH }, () => ALPHABET.charAt(chance.integer(0, ALPHABET.length - 1)));
  return `E${ispb}${minute}${random.join('')}`;
}
