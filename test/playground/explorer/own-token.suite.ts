import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { systemClock } from '../../../src/platform/system.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { browserTest, type WatchedPage } from '../../support/browser.ts';
import { eventually } from '../../support/gateway.ts';
import { expectClean, PAGES_START_MS_MAX, PagesUnderTest } from '../../support/pages-under-test.ts';
import { browser } from '../../support/shared-pages.ts';

const SCOPES = 'account.read webhook.read';
/** Long enough for a page to open, in seconds. */
const SHORT_LIFE = 3;

let issuer: OutsideIssuer;
let pages: PagesUnderTest;

/** @param lifeSeconds how long it is valid; negative if it has expired */
function tokenFor(lifeSeconds: number): Promise<string> {
  const exp = Math.floor(systemClock.now().getTime() / 1_000) + lifeSeconds;
  return issuer.token(systemClock.now(), { claims: { exp, scope: SCOPES } });
}

async function use(page: Page, token: string): Promise<void> {
  await page.getByLabel('Token').fill(token);
  await page.getByRole('button', { name: 'Use', exact: true }).click();
}

const tokenPrompt = (page: Page) => page.getByRole('heading', { name: 'A token is needed' });
const refused = (page: Page) => page.getByRole('alert').getByRole('heading', { name: 'The token was refused' });
const live = (page: Page) => page.getByText('Live', { exact: true });

/** Opens the explorer, whose first operation needs no token, but is refused with an invalid one. */
async function openExplorer(): Promise<WatchedPage> {
  const watched = await pages.open('/');
  const editor = watched.page.locator('.graphiql-query-editor');
  await editor.locator('.view-line').first().waitFor();
  await watched.page.locator('.graphiql-sidebar button:not([disabled])').first().waitFor();
  return watched;
}

async function answerHolds(page: Page, text: string): Promise<void> {
  await page.locator('.graphiql-execute-button').click();
  const answer = page.locator('.graphiql-response');
  await eventually(async () => (await answer.textContent())?.replaceAll(/\s/g, '').includes(text));
}

describe('outside sandbox mode', () => {
  beforeAll(async () => {
    issuer = await OutsideIssuer.start('ES256');
    pages = await PagesUnderTest.start(browser, {
      ...issuer.environment(),
      SANDBOX: 'false',
      PAGES: 'console,docs,explorer',
    });
  }, PAGES_START_MS_MAX);
  afterAll(async () => {
    await pages.stop();
    await issuer.stop();
  });

  browserTest.each(['/', '/console'])('%s asks for a token, and sends no request that needs one', async (path) => {
    const watched = await pages.open(path);
    await tokenPrompt(watched.page).waitFor();
    expectClean(watched);
  });

  browserTest('the explorer shows the docs without a token, and accepts one', async () => {
    const { page } = await openExplorer();
    await answerHolds(page, '"errorCatalogue"');
    await use(page, await tokenFor(60));
    await tokenPrompt(page).waitFor({ state: 'detached' });
    await page.getByText('In use').waitFor();
    await answerHolds(page, '"errorCatalogue"');
  });

  browserTest.each([
    ['wrong', () => Promise.resolve('not-a-token')],
    ['expired', () => tokenFor(-600)],
  ])('the explorer says that a token is refused if it is %s, and continues with a valid one', async (_what, token) => {
    const { page } = await openExplorer();
    await use(page, await token());
    await page.locator('.graphiql-execute-button').click();
    await refused(page).waitFor();
    await use(page, await tokenFor(60));
    await refused(page).waitFor({ state: 'detached' });
    await answerHolds(page, '"errorCatalogue"');
  });

  browserTest('live events say that a wrong token is refused, and start with a valid one', async () => {
    const { page } = await pages.open('/console');
    await use(page, 'not-a-token');
    await refused(page).waitFor();
    await use(page, await tokenFor(60));
    await live(page).waitFor();
    await page.locator('tbody tr').first().waitFor();
    expect(await page.getByRole('button', { name: 'Simulate cash-in' }).count()).toBe(0);
  });

  browserTest('live events say that an expired token is refused, and continue with another', async () => {
    const { page } = await pages.open('/console');
    await use(page, await tokenFor(SHORT_LIFE));
    await live(page).waitFor();
    await refused(page).waitFor();
    await use(page, await tokenFor(60));
    await live(page).waitFor();
  });

  browserTest('live events name the missing scope of a token', async () => {
    const { page } = await pages.open('/console');
    await use(page, await issuer.token(systemClock.now()));
    await page.getByRole('alert').getByText('webhook.read').waitFor();
  });

  test('a page contains no clients', async () => {
    const html = await (await fetch(`${pages.gateway.url}/console`, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('"clients":[]');
  });
});
