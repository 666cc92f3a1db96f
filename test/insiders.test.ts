import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const page = readFileSync('docs/insiders.md', 'utf8');
const insiders = [...page.matchAll(/^- `([^`]+)` (\d[^:]*):/gm)].map(([, name = '', version]) => ({ name, version }));

describe('docs/insiders.md', () => {
  test.each(insiders)('was written for the installed version of $name', ({ name, version }) => {
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

  test('names each package whose private parts our sources declare', () => {
    const declared = globSync('src/**/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^declare module '((?:@[\w-]+\/)?[\w-]+)[^']*'/gm)].map(
        ([, name = '']) => name,
      ),
    );
    expect(new Set(declared)).toEqual(new Set(['pg', 'pg-protocol']));
    expect(insiders.map(({ name }) => name)).toEqual(expect.arrayContaining(declared));
  });
});
