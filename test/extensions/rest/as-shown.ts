import { expect } from '@jest/globals';
import type { SpecField } from './partner-api.ts';

/** Returns the dotted paths of the members of an answer, with their types; of an array, those of all its items. */
function membersOf(value: unknown, way = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => membersOf(item, way));
  if (typeof value !== 'object' || value === null || way === 'metadata') return [];
  return Object.entries(value).flatMap(([name, part]) => {
    const at = way === '' ? name : `${way}.${name}`;
    const type = part === null ? 'null' : Array.isArray(part) ? 'array' : typeof part;
    return [`${at}: ${type}`, ...membersOf(part, at)];
  });
}

/** Checks that an answer has all required members of the table, and no members that are not in it. */
export function expectAsShown(body: unknown, shown: readonly SpecField[]): void {
  const lines = (fields: readonly SpecField[]) => fields.map(([way, type]) => `${way}: ${type}`).toSorted();
  const found = [...new Set(membersOf(body))].toSorted();
  expect(found).toEqual(
    lines(shown.filter(([way, type, isRequired]) => isRequired || found.includes(`${way}: ${type}`))),
  );
}
