import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const page = readFileSync('docs/insiders.md', 'utf8');
const insiders = [...page.matchAll(/^- `([^`]+)` (\d[^:]*):/gm)].map(([, name = '', version]) => ({ name, version }));

describe('what docs/insiders.md says of a package', () => {
  test.each(insiders)('was looked at for this version of $name', ({ name, version }) => {
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  });

  test('names files and tests that exist', () => {
    const named = [...page.matchAll(/`([\w/-]+(?:\.ts|\.mjs))`/g)].map(([, file = '']) => file);
    const isThere = (file: string) =>
      existsSync(`src/${file}`) || globSync(`**/${file}`, { exclude: ['node_modules'] }).length > 0;
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !isThere(file))).toEqual([]);
    const tests = [...page.matchAll(/Tests?: ((?:`[^`]+`(?:, )?)+)/g)].flatMap(
      ([, list = '']) => list.match(/[\w/-]+/g) ?? [],
    );
    expect(tests.filter((name) => globSync(`test/**/${name}*`).length === 0)).toEqual([]);
  });

  test('is said of each whose private parts are declared in our sources', () => {
    expect(insiders.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['pg', 'type-graphql', 'ws', 'graphql-jit']),
    );
  });
});
