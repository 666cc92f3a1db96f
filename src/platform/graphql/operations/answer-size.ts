import { answerTooLarge } from './client-error.ts';

/** Largest answer to an operation, in bytes (reliability): one beyond it holds up all others while it is written. */
const ANSWER_BYTES_MAX = 4_000_000;
/** Bytes that a character takes at most, as UTF-16 counts characters. */
const BYTES_PER_CHARACTER_MAX = 3;

/** Whether a text is larger than an answer may be. */
export function isAnswerTooLarge(text: string): boolean {
  return isLonger(text, ANSWER_BYTES_MAX);
}

/** Whether a text takes more than so many bytes; short ones are not counted out. */
export function isLonger(text: string, bytesMax: number): boolean {
  return text.length * BYTES_PER_CHARACTER_MAX > bytesMax && Buffer.byteLength(text) > bytesMax;
}

/** Whether so many bytes are more than an answer may have. */
export function isTooManyBytes(length: number): boolean {
  return length > ANSWER_BYTES_MAX;
}

/** What is said in its place. */
export function refusedAnswer() {
  const { message, extensions } = answerTooLarge();
  return { errors: [{ message, extensions: { code: extensions['code'] } }] };
}
