import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from '@jest/globals';

/** Most lines that README may have: it is read first, the rest is looked up. */
const README_LINES_MAX = 200;

const wordLists = JSON.parse(readFileSync('scripts/plain-words.json', 'utf8')) as Record<
  string,
  Record<string, string>
>;
const plainWords = Object.assign({}, ...Object.values(wordLists)) as Record<string, string>;
const pages = globSync(['*.md', 'docs/*.md', 'deploy/*.md', 'bench/*.md']).toSorted();
/** Texts that are not TypeScript, which ESLint checks. */
const texts = [...pages, 'schema.graphql', ...globSync(['packages/*/README.md', 'deploy/*.yaml'])];

/** Returns the anchor of a heading, as GitHub makes it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\- ]/g, '')
    .replaceAll(' ', '-');
}

function anchorsIn(page: string): readonly string[] {
  return [...readFileSync(page, 'utf8').matchAll(/^#{1,6} (.*)$/gm)].map(([, heading = '']) => anchorOf(heading));
}

describe('the docs', () => {
  test.each(pages)('%s has no broken link', (page) => {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)\s]*)\)/g)].map(([, link = '']) => link);
    const broken = links.filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page : join(dirname(page), path);
      return !existsSync(target) || (anchor !== undefined && !anchorsIn(target).includes(anchor));
    });
    expect(broken).toEqual([]);
  });

  test.each(texts)('%s uses plain words', (page) => {
    const text = readFileSync(page, 'utf8');
    const found = Object.entries(plainWords).flatMap(([pattern, plain]) =>
      [...text.matchAll(new RegExp(pattern, 'gi'))].map(([word]) => ({ word, plain })),
    );
    expect(found).toEqual([]);
  });

  test('name an existing test for each control', () => {
    const pagesOfControls = ['docs/threat-model.md', 'docs/bound-tokens.md'];
    const named = pagesOfControls.flatMap((page) => readFileSync(page, 'utf8').match(/\btest\/[\w./-]+\.ts/g) ?? []);
    expect(named.length).toBeGreaterThan(40);
    expect(named.filter((file) => !existsSync(file))).toEqual([]);
  });

  test('link to every page from README', () => {
    const readme = readFileSync('README.md', 'utf8');
    const unlinked = pages.filter((page) => page !== 'README.md' && !readme.includes(`](${page}`));
    expect(unlinked).toEqual([]);
  });

  test('are served at /docs, but for those of who changes or assesses the gateway', () => {
    const menu = readFileSync('scripts/docs-menu.json', 'utf8');
    const unserved = globSync('docs/*.md').filter((page) => !menu.includes(`"${page}"`));
    const internal = ['architecture', 'insiders', 'performance', 'threat-model'];
    expect(unserved.toSorted()).toEqual(internal.map((name) => `docs/${name}.md`));
  });

  test('begin with a short README', () => {
    expect(readFileSync('README.md', 'utf8').split('\n').length).toBeLessThan(README_LINES_MAX);
  });
});
