import { describe, expect, test } from '@jest/globals';
import { settingGroups, settings } from '../../src/config/settings.ts';

const grouped = Object.values(settingGroups).flatMap((group) => Object.keys(group));

describe('the settings', () => {
  test('belong to one heading each, where --help and docs/settings.md find them', () => {
    expect(grouped.toSorted()).toEqual(Object.keys(settings).toSorted());
  });

  test('have one variable each', () => {
    const names = Object.values(settings).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
