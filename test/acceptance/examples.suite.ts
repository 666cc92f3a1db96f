import { describe, expect, test } from '@jest/globals';
import { readExamples } from '../../src/playground/examples/read-examples.ts';
import { ExampleRun } from '../support/examples.ts';
import { stay } from './current-stay.ts';

const examples = await readExamples();

describe('an example', () => {
  test.each(examples)('$path has the outcome in its name', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(stay.stranger, example).ending();
    expect(endsIn).toBe(example.endsIn);
  });
});
