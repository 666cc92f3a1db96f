import { expect } from '@jest/globals';
import type { TestProcess } from './process.ts';

/** A short paragraph that begins and ends like a sentence. */
const SENTENCE = /^[A-Z][^\n]{20,500}\.\n$/;

/** Returns the message of a process that ended with an error the user can fix: a sentence, without stack or object. */
export async function sentenceOf(started: TestProcess): Promise<string> {
  const { code } = await started.ended;
  const { output, errors } = started;
  expect({ code, output }).toEqual({ code: 1, output: '' });
  expect(errors).toMatch(SENTENCE);
  expect(errors).not.toMatch(/ at .+:\d+:\d+|\[object|undefined/);
  return errors;
}
