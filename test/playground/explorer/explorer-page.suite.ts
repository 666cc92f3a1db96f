import { describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { SIMULATE_CASH_IN } from '../../support/cash-ins.ts';
import { browserTest, type WatchedPage } from '../../support/browser.ts';
import { eventually } from '../../support/gateway.ts';
import { accessibilityProblems, expectClean } from '../../support/pages-under-test.ts';
import { pages } from '../../support/shared-pages.ts';

/** Opens the explorer, and waits until it knows the schema: until then it runs nothing. */
async function openExplorer(): Promise<WatchedPage> {
  // The editor renders only what is visible: so high a page shows whole answers.
  const watched = await pages.open('/', { width: 1600, height: 1500 });
  await watched.page.locator('.graphiql-query-editor .view-line').first().waitFor();
  await watched.page.locator('.graphiql-sidebar button:not([disabled])').first().waitFor();
  return watched;
}

async function run(page: Page): Promise<void> {
  await page.locator('.graphiql-execute-button').click();
}

/** Waits until the answer contains a text, wherever the editor breaks its lines. */
async function answerHolds(page: Page, text: string): Promise<void> {
  const answer = page.locator('.graphiql-response');
  await eventually(async () => (await answer.textContent())?.replaceAll(/\s/g, '').includes(text));
}

/** Records the cursors of events that arrive over the page's sockets, in order. */
function watchFrames(page: Page): string[] {
  const cursors: string[] = [];
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => {
      const [, cursor] = /"cursor":"([^"]+)"/.exec(String(payload)) ?? [];
      if (cursor !== undefined) cursors.push(cursor);
    });
  });
  return cursors;
}

/** Loads an asset to its end. */
async function asset(headers: Readonly<Record<string, string>>): Promise<Response> {
  const response = await fetch(`${pages.gateway.url}/assets/events.js`, { headers });
  await response.arrayBuffer();
  return response;
}

async function choose(page: Page, title: string): Promise<void> {
  const examples = page.getByRole('region', { name: 'Examples' });
  await examples.getByRole('searchbox').fill(title);
  await examples.getByRole('button', { name: title }).click();
}

describe('the explorer', () => {
  browserTest('creates a pocket at the first press of its button, with its own token', async () => {
    const watched = await openExplorer();
    await run(watched.page);
    await answerHolds(watched.page, '"CreatePocketSuccess"');
    expectClean(watched);
  });

  browserTest('runs an example with its preparation, as its partner', async () => {
    const watched = await openExplorer();
    await choose(watched.page, 'The key was used for another pocket');
    await watched.page.getByRole('tab', { name: 'IdempotencyKeyReused' }).waitFor();
    await run(watched.page);
    await answerHolds(watched.page, '"IDEMPOTENCY_KEY_REUSED"');
    await choose(watched.page, 'No pockets were agreed for this partner');
    await watched.page.getByRole('tab', { name: 'MaximumPockets' }).waitFor();
    expect(await watched.page.getByRole('combobox', { name: 'Partner', exact: true }).inputValue()).toBe('gama-pay');
    await run(watched.page);
    await answerHolds(watched.page, '"MAXIMUM_POCKETS_COUNT_REGISTERED_FOR_ACCOUNT"');
    expectClean(watched);
  });

  browserTest('waits for the analyses that an example needs', async () => {
    const watched = await openExplorer();
    await choose(watched.page, 'A new person, with three approved pictures');
    await watched.page.getByText('Preparing it…').waitFor();
    await watched.page.getByRole('tab', { name: 'RegisterCustomer' }).waitFor();
    await run(watched.page);
    await answerHolds(watched.page, '"RegisterCustomerSuccess"');
    expectClean(watched);
  });

  browserTest('shows events of a subscription as they arrive', async () => {
    const watched = await openExplorer();
    await choose(watched.page, 'Events after a cursor, then live');
    await watched.page.getByRole('tab', { name: 'WebhookEvents' }).waitFor();
    await run(watched.page);
    await answerHolds(watched.page, '"PIX_CASH_IN_WAS_');
    const before = await watched.page.locator('.graphiql-response').textContent();
    const input = { accountNumber: '200005', amount: '77.01', rail: 'PIX' };
    await pages.gateway.ask(SIMULATE_CASH_IN, { input });
    await answerHolds(watched.page, '77.01');
    expect(before).not.toContain('77.01');
    expectClean(watched);
  });

  browserTest('shows each event exactly once despite a cut connection', async () => {
    const { page } = await openExplorer();
    const shown = watchFrames(page);
    await choose(page, 'Events after a cursor, then live');
    await page.getByRole('tab', { name: 'WebhookEvents' }).waitFor();
    await run(page);
    await answerHolds(page, '"PIX_CASH_IN_WAS_CLEARED"');
    const before = shown.length;
    await pages.cutOffWhile(async () => {
      const input = { accountNumber: '200002', amount: '5.01', rail: 'PIX' };
      await pages.gateway.ask(SIMULATE_CASH_IN, { input });
    });
    await eventually(() => Promise.resolve(shown.length >= before + 2));
    expect(new Set(shown).size).toBe(shown.length);
    await answerHolds(page, '5.01');
  });

  browserTest('has the docs of the schema', async () => {
    const watched = await openExplorer();
    await watched.page.getByRole('button', { name: 'Show Documentation Explorer' }).click();
    await watched.page.getByText('root types', { exact: false }).first().waitFor();
    await watched.page.getByRole('link', { name: 'Mutation', exact: true }).click();
    await watched.page.getByRole('link', { name: 'createPocket', exact: true }).waitFor();
    expectClean(watched);
  });

  browserTest('is accessible in its own parts', async () => {
    const { page } = await openExplorer();
    const theirs = ['.graphiql-sidebar', '.graphiql-sessions', '.graphiql-horizontal-drag-bar'];
    expect(await accessibilityProblems(page, theirs)).toEqual([]);
  });
});

describe('Apollo Sandbox', () => {
  const SCRIPT = 'https://embeddable-sandbox.cdn.apollographql.com/**';

  browserTest('is opened with endpoint, subscription endpoint and token', async () => {
    const { page, errors } = await pages.open('/console');
    // Replaces Apollo's script, which tests must not fetch; it only stores its options.
    await page.route(SCRIPT, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'var given; EmbeddedSandbox = class { constructor(o) { given = o; } };',
      }),
    );
    await page.goto(`${pages.url}/sandbox`);
    const given = await eventually(() => page.evaluate<object | undefined>('given'));
    expect(given).toMatchObject({
      initialEndpoint: `${pages.url}/graphql`,
      initialSubscriptionEndpoint: `${pages.url.replace('http', 'ws')}/graphql`,
      includeCookies: false,
      initialState: { sharedHeaders: { Authorization: expect.stringMatching(/^Bearer ey/) } },
    });
    expect(errors).toEqual([]);
    await page.unroute(SCRIPT);
  });

  browserTest('says what to do without internet access', async () => {
    const { page, foreign } = await pages.open('/sandbox');
    await page.getByRole('heading', { name: 'Apollo Sandbox needs the internet' }).waitFor();
    await page.getByRole('link', { name: 'open the explorer' }).waitFor();
    expect(foreign).toHaveLength(1);
  });
});

describe('an asset of the pages', () => {
  test('is compressed, has an ETag, and is not sent twice', async () => {
    const first = await fetch(`${pages.gateway.url}/assets/events.js`);
    expect(first.headers.get('content-encoding')).toBe('gzip');
    const etag = first.headers.get('etag') ?? '';
    await first.arrayBuffer();
    const second = await fetch(`${pages.gateway.url}/assets/events.js`, { headers: { 'if-none-match': etag } });
    expect(second.status).toBe(304);
  });

  test.each([
    ['gzip', true],
    ['deflate, GZIP;q=0.5', true],
    ['gzip ; q=1.0', true],
    ['gzip;q=0', false],
    ['br, gzip; q=0.000, identity', false],
    ['identity', false],
    ['notgzip, gzipped', false],
  ])('is compressed as %j says', async (accepted, isPacked) => {
    const { headers } = await asset({ 'accept-encoding': accepted });
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual([
      isPacked ? 'gzip' : null,
      'accept-encoding',
    ]);
  });

  test('has an ETag for each of its forms, which is found in a list and as a weak one', async () => {
    const etags: string[] = [];
    for (const coding of ['gzip', 'identity']) {
      const etag = (await asset({ 'accept-encoding': coding })).headers.get('etag') ?? '';
      etags.push(etag);
      for (const given of [etag, `W/${etag}`, `"1", ${etag}`, `"1",W/${etag} , "2"`, '*'])
        expect((await asset({ 'accept-encoding': coding, 'if-none-match': given })).status).toBe(304);
      for (const given of ['"1"', etag.slice(1, -1), `"${etag}"`, ''])
        expect((await asset({ 'accept-encoding': coding, 'if-none-match': given })).status).toBe(200);
    }
    expect(etags[0]).not.toBe(etags[1]);
    const [packed = ''] = etags;
    expect((await asset({ 'accept-encoding': 'identity', 'if-none-match': packed })).status).toBe(200);
  });

  test.each(['/assets/', '/assets/events.js.gz', '/assets/../main.js', '/assets/%2e%2e/main.js'])(
    'is a file that the build has made for them: %s does not exist',
    async (path) => {
      expect((await fetch(pages.gateway.url + path)).status).toBe(404);
    },
  );
});
