import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';

interface Workflow {
  readonly jobs: { readonly lanes: { readonly strategy: { readonly matrix: { readonly lanes: readonly string[] } } } };
}

/** A lane, or one of the equal parts of its test files. */
interface Part {
  readonly lane: string;
  readonly part: string | undefined;
}

const lanes = execFileSync('.ci/run', ['--list'], { encoding: 'utf8' }).trim().split('\n');
const { jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8')) as Workflow;
const parts = jobs.lanes.strategy.matrix.lanes.flatMap((job) => job.split(' ')).map(partOf);

function partOf(name: string): Part {
  const [lane = '', part] = name.split(':');
  return { lane, part };
}

function partsOf(count: number): readonly (string | undefined)[] {
  return count === 1 ? [undefined] : Array.from({ length: count }, (_, index) => `${index + 1}/${count}`);
}

test.each(lanes)('the workflow runs all of lane %s, once', (name) => {
  const found = parts.filter(({ lane }) => lane === name).map(({ part }) => part);
  expect(found.length).toBeGreaterThan(0);
  expect(found).toEqual(partsOf(found.length));
});

test('the workflow runs no lane that does not exist', () => {
  expect(parts.map(({ lane }) => lane).filter((lane) => !lanes.includes(lane))).toEqual([]);
});
