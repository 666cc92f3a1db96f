import { expect } from '@jest/globals';
import type { TestProcess } from './process.ts';

/** A short paragraph that begins and ends as a sentence does. */
const SENTENCE = /^[A-Z][^\n]{20,500}\.\n$/;

/** What a process said that has ended because of something a person can mend: a sentence, and no stack or object. */
export async function sentenceOf(started: TestProcess): Promise<string> {
  const { code } = await started.ended;
  const { output, errors } = started;
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(SENTENCE);
  expect(errors).not.toMatch(/ at .+:\d+:\d+|\[object|undefined/);
  return errors;
}
