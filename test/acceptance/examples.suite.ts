import { describe, expect, test } from '@jest/globals';
import type { Example } from '../../src/playground/examples/example.value.ts';
import { readExamples } from '../../src/playground/examples/read-examples.ts';
import { ExampleRun } from '../support/examples.ts';
import { stay } from './current-stay.ts';

const examples = await readExamples();

/** Needs a world with deleted events: a world made before consumers existed still has all of them. */
const NEEDS_FORGOTTEN = 'mutations/nextEvents/ConsumerPlaceExpiredError';

function endingOf({ path, endsIn }: Example): string {
  return path === NEEDS_FORGOTTEN && stay.world.inheritance !== undefined ? 'NextEventsSuccess' : endsIn;
}

describe('an example', () => {
  test.each(examples)('$path has the outcome in its name', async (example) => {
    const { __typename: endsIn } = await new ExampleRun(stay.stranger, example).ending();
    expect(endsIn).toBe(endingOf(example));
  });
});
