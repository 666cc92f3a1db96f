import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
const page = readFileSync('CONTRIBUTING.md', 'utf8');

/** Commands that npm runs by itself, with another. */
const HOOKS = ['prestart'];

describe('CONTRIBUTING.md', () => {
  test('describes each command in a sentence, and no others', () => {
    const listed = [...page.matchAll(/^- `npm (?:run )?([\w:-]+)`: \S.{10,}$/gm)].map(([, name]) => name);
    const wanted = Object.keys(scripts).filter((name) => !HOOKS.includes(name));
    expect(listed.toSorted()).toEqual(wanted.toSorted());
  });
});
