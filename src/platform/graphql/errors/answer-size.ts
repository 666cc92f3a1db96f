import { answerTooLarge } from './client-error.ts';

/** Largest response to an operation, in bytes (reliability): writing a larger one would delay all others. */
const ANSWER_BYTES_MAX = 4_000_000;
/** Maximum number of UTF-8 bytes per UTF-16 code unit. */
const BYTES_PER_CHARACTER_MAX = 3;

/** Checks whether a text is larger than a response may be. */
export function isAnswerTooLarge(text: string): boolean {
  return isLonger(text, ANSWER_BYTES_MAX);
}

/** Checks whether a text has more than `bytesMax` bytes, without counting those of short texts. */
export function isLonger(text: string, bytesMax: number): boolean {
  return text.length * BYTES_PER_CHARACTER_MAX > bytesMax && Buffer.byteLength(text) > bytesMax;
}

/** Checks whether this is more than a response may have, in bytes. */
export function isTooManyBytes(length: number): boolean {
  return length > ANSWER_BYTES_MAX;
}

/** Returns what is sent instead. */
export function refusedAnswer() {
  const { message, extensions } = answerTooLarge();
  return { errors: [{ message, extensions: { code: extensions['code'] } }] };
}
