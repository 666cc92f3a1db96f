import { describe, expect, test } from '@jest/globals';
import type { Example } from '../../src/playground/examples/example.value.ts';
import { readExamples } from '../../src/playground/examples/read-examples.ts';
import { ExampleRun } from '../support/examples.ts';
import { stay } from './current-stay.ts';

const examples = await readExamples();

/** Needs a world of which events were forgotten: in one from before there were consumers all are kept. */
const NEEDS_FORGOTTEN = 'mutations/nextEvents/ConsumerPlaceExpiredError';

function endingOf({ path, endsIn }: Example): string {
  return path === NEEDS_FORGOTTEN && stay.world.inheritance !== undefined ? 'NextEventsSuccess' : endsIn;
}

describe('an example', () => {
  test.each(examples)('$path ends in what its name says', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(stay.stranger, example).ending();
    expect(endsIn).toBe(endingOf(example));
  });
});
