import { existsSync, globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { privateParts } from './support/private-parts.ts';

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string }>>;
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock;
const page = readFileSync('docs/insiders.md', 'utf8');
/** Entries by their owners: packages with the version they were written for, and Node. */
const entries = new Map(
  page
    .split(/^- /m)
    .slice(1)
    .map((entry) => [/^`?([^` :]+)/.exec(entry)?.[1]?.toLowerCase() ?? '', entry]),
);
const insiders = [...page.matchAll(/^- `([^`]+)` (\d[^:]*):/gm)].map(([, name = '', version]) => ({ name, version }));

/** Returns the files that the entry of a package names. */
function filesOf(owner: string): readonly string[] {
  return [...(entries.get(owner) ?? '').matchAll(/`([\w/.-]+\.ts)`/g)].map(([, file = '']) => file);
}

describe('docs/insiders.md', () => {
  test.each(insiders)('was written for the installed version of $name', ({ name, version }) => {
    expect(packages[`node_modules/${name}`]?.version).toBe(version);
  });

  test('names files and tests that exist', () => {
    const named = [...page.matchAll(/`([\w/.-]+\.(?:ts|mjs))`/g)].map(([, file = '']) => file);
    const isThere = (file: string) =>
      existsSync(`src/${file}`) || globSync(`**/${file}`, { exclude: ['node_modules'] }).length > 0;
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((file) => !isThere(file))).toEqual([]);
    const tests = [...page.matchAll(/Tests?: ((?:`[^`]+`(?:, )?)+)/g)].flatMap(
      ([, list = '']) => list.match(/[\w/-]+/g) ?? [],
    );
    expect(tests.filter((name) => globSync(`test/**/${name}*`).length === 0)).toEqual([]);
  });

  test('names each file that uses an internal of a dependency, and its owner', () => {
    const used = privateParts();
    const parts = used.map(({ owner, part }) => `${owner} ${part}`);
    // Of each kind: a private name, one in a path, replaced, overridden, of a prototype, missing in types, not exported, a duck.
    const known = ['node _dump', 'node _headerSent', 'graphql subscribe', 'node push', 'node SocketListener.prototype'];
    expect(parts).toEqual(expect.arrayContaining([...known, 'pg parsedStatements', 'pg pg/lib/utils.js']));
    expect(parts).toEqual(expect.arrayContaining(['pg connection', 'rate-limiter-flexible storeClient']));
    const missing = used.filter(({ owner, file }) => !filesOf(owner).some((name) => file.endsWith(name)));
    expect(missing).toEqual([]);
  });
});
