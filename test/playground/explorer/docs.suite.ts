import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { readFileSync } from 'node:fs';
import { browserTest } from '../../support/browser.ts';
import { accessibilityProblems, expectClean } from '../../support/pages-under-test.ts';
import { pages } from '../../support/shared-pages.ts';

interface Fetched {
  readonly status: number;
  readonly type: string;
  readonly policy: string;
  readonly text: string;
}

const PHONE = { width: 390, height: 844 };
/** Paths of the docs and what they link to here, without anchors, with their responses. */
const fetched = new Map<string, Fetched>();

async function get(path: string): Promise<Fetched> {
  const response = await fetch(pages.gateway.url + path, { headers: { accept: 'text/html,*/*' } });
  const { status, headers } = response;
  return {
    status,
    type: headers.get('content-type') ?? '',
    policy: headers.get('content-security-policy') ?? '',
    text: await response.text(),
  };
}

/** Returns where the links of a page lead, with their anchors; those to other sites are left out. */
function linksOf(path: string, { text, type }: Fetched): URL[] {
  const links = type.startsWith('text/html') ? / (?:href|src)="([^"]*)"/g : /\]\(([^()\s]+)\)/g;
  return [...text.matchAll(links)]
    .map(([, link = '']) => new URL(link.replaceAll('&amp;', '&'), pages.gateway.url + path))
    .filter(({ origin }) => origin === pages.gateway.url);
}

function htmlPages(): [string, Fetched][] {
  return [...fetched].filter(([path, { type }]) => path.startsWith('/docs') && type.startsWith('text/html'));
}

async function search(page: Page, words: string): Promise<string[]> {
  const field = page.getByRole('searchbox', { name: 'Search the docs' });
  await field.fill('');
  await field.fill(words);
  await page
    .getByRole('status')
    .filter({ hasText: /result/ })
    .waitFor();
  return page.evaluate<string[]>("[...document.querySelectorAll('.results a')].map(({ href }) => href)");
}

describe('the docs', () => {
  /** Follows each link from the first page, and reads llms.txt. */
  beforeAll(async () => {
    const left = ['/docs', '/llms.txt'];
    for (let path = left.pop(); path !== undefined; path = left.pop()) {
      if (fetched.has(path)) continue;
      const answer = await get(path);
      fetched.set(path, answer);
      const isOfDocs = path.startsWith('/docs') || path === '/llms.txt';
      if (isOfDocs && /html|markdown|plain/.test(answer.type))
        left.push(...linksOf(path, answer).map(({ pathname }) => pathname));
    }
  });

  test('have all pages of the menu, as HTML and as Markdown', () => {
    const menu = JSON.parse(readFileSync('scripts/docs-menu.json', 'utf8')) as { pages: { name: string }[] }[];
    const names = menu.flatMap((group) => group.pages.map(({ name }) => name));
    const missing = names.flatMap((name) => [`/docs/${name}`, `/docs/${name}.md`]).filter((path) => !fetched.has(path));
    expect(names.length).toBeGreaterThan(15);
    expect(missing).toEqual([]);
  });

  test('lead nowhere that does not exist', () => {
    const dead = [...fetched].flatMap(([path, { status }]) => (status === 200 ? [] : [`${status} ${path}`]));
    expect(fetched.size).toBeGreaterThan(150);
    expect(dead).toEqual([]);
  });

  test('lead to no heading that does not exist', () => {
    const ids = new Map(
      htmlPages().map(([path, { text }]) => [path, [...text.matchAll(/ id="([^"]+)"/g)].map(([, id = '']) => id)]),
    );
    const wrong = htmlPages().flatMap(([path, page]) =>
      linksOf(path, page)
        .filter(({ pathname, hash }) => hash !== '' && ids.get(pathname)?.includes(decodeURI(hash.slice(1))) === false)
        .map(({ href }) => `${path}: ${href}`),
    );
    expect(wrong).toEqual([]);
    for (const [path, own] of ids) expect([path, own]).toEqual([path, [...new Set(own)]]);
  });

  test('allow no inline script, style or frame, and have none', () => {
    for (const [path, { policy, text }] of htmlPages()) {
      expect([path, policy]).toEqual([
        path,
        expect.stringContaining("default-src 'none'; script-src 'self'; style-src 'self';"),
      ]);
      expect([path, policy]).toEqual([path, expect.stringContaining("frame-ancestors 'none'")]);
      expect([path, text]).not.toEqual([path, expect.stringMatching(/<style|<[^>]* style=|<[^>]* on\w+=|<script>/)]);
    }
  });

  test('show no mark of a generator, and no link that was not understood', () => {
    for (const [path, { text }] of htmlPages()) {
      const prose = text.replaceAll(/<pre[^]*?<\/pre>/g, '');
      expect([path, /&lt;!--|<!--|\]\(/.exec(prose)?.[0]]).toEqual([path, undefined]);
    }
  });

  test('redirect from a slash at the end, and answer 304 to a copy that is the same', async () => {
    const moved = await fetch(`${pages.gateway.url}/docs/errors/?q=1`, { redirect: 'manual' });
    expect([moved.status, moved.headers.get('location')]).toEqual([308, '../errors?q=1']);
    const first = await fetch(`${pages.gateway.url}/docs/errors`);
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    expect((await fetch(`${pages.gateway.url}/docs/errors`, { headers })).status).toBe(304);
  });

  test('explain each code that errors have, at an address of its own', () => {
    const { text = '' } = fetched.get('/docs/errors') ?? {};
    const catalogue = readFileSync('docs/errors.md', 'utf8').matchAll(/^- `([A-Z_]+)` \d{3}/gm);
    const codes = [...catalogue].map(([, code = '']) => code);
    expect(codes.length).toBeGreaterThan(60);
    expect(codes.filter((code) => !text.includes(` id="${code}"`))).toEqual([]);
  });

  test('are where the page of an error leads', async () => {
    for (const [path, entry] of [
      ['/errors/IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_REUSED'],
      ['/errors/RATE_LIMITED', 'RATE_LIMITED'],
    ] as const) {
      const [link] = linksOf(path, await get(path)).map(({ pathname, hash }) => pathname + hash);
      expect(link).toBe(`/docs/errors#${entry}`);
      expect(fetched.get('/docs/errors')?.text).toContain(` id="${entry}"`);
    }
  });

  browserTest.each(['/', '/console'])('are linked from the page %s', async (path) => {
    const { page } = await pages.open(path);
    await page.getByRole('link', { name: 'Docs', exact: true }).click();
    await page.waitForURL(`${pages.url}/docs`);
    await page.getByRole('heading', { name: 'Documentation' }).waitFor();
  });

  browserTest('find what was searched, without a server', async () => {
    const watched = await pages.open('/docs');
    const { page } = watched;
    await page.keyboard.press('/');
    expect(await search(page, 'IDEMPOTENCY_KEY_REUSED')).toContain(`${pages.url}/docs/errors#IDEMPOTENCY_KEY_REUSED`);
    const found = await search(page, 'webhok signature');
    expect(found.join(' ')).toContain('/docs/protocol#signatures');
    expect((await search(page, 'how do I authenticate'))[0]).toBe(`${pages.url}/docs/authentication`);
    expect((await search(page, 'rate limit'))[0]).toBe(`${pages.url}/docs/rate-limits`);
    await search(page, 'close codes');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${pages.url}/docs/errors#close-codes`);
    expect(await page.getByRole('heading', { name: 'Close codes' }).isVisible()).toBe(true);
    expectClean(watched);
  });

  browserTest('can be searched from a page below /docs too, and say when nothing was found', async () => {
    const { page } = await pages.open('/docs/errors');
    expect(await search(page, 'closing pocket')).toContain(`${pages.url}/docs/pockets-and-accounts#closing-a-pocket`);
    await page.getByRole('searchbox').fill('zzzzzzzz');
    await page.getByText('Nothing found.').waitFor();
    await page.keyboard.press('Escape');
    expect(await page.getByText('Nothing found.').isVisible()).toBe(false);
  });

  browserTest('are accessible on each page, half of them in light and half in dark colours', async () => {
    const problems: string[] = [];
    for (const [nth, [path]] of htmlPages().entries()) {
      const watched = await pages.open(path);
      await watched.page.emulateMedia({ colorScheme: nth % 2 === 0 ? 'light' : 'dark' });
      const found = await accessibilityProblems(watched.page);
      problems.push(...found.map((problem) => `${path}: ${problem}`));
      expectClean(watched);
    }
    expect(problems).toEqual([]);
  });

  browserTest('are dark once that was chosen', async () => {
    const { page } = await pages.open('/docs/errors');
    const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
    await page.emulateMedia({ colorScheme: 'light' });
    const light = await ground();
    await page.getByRole('button', { name: 'Dark' }).click();
    expect(await ground()).not.toBe(light);
    await page.getByRole('button', { name: 'Light' }).click();
    expect(await ground()).toBe(light);
  });

  browserTest('fit a phone, whose menu opens by a button', async () => {
    const { page } = await pages.open('/docs/errors', PHONE);
    const menu = page.getByRole('navigation', { name: 'Documentation' });
    expect(await menu.isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Menu' }).click();
    await menu.getByRole('link', { name: 'Settings' }).click();
    await page.waitForURL(`${pages.url}/docs/settings`);
    for (const [path] of htmlPages()) {
      await page.goto(pages.url + path);
      const [width, window] = await page.evaluate<number[]>('[document.documentElement.scrollWidth, innerWidth]');
      expect([path, width]).toEqual([path, window]);
    }
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});
