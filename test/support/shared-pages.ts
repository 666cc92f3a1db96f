import { afterAll, beforeAll } from '@jest/globals';
import { TestBrowser } from './browser.ts';
import { PAGES_START_MS_MAX, PagesUnderTest } from './pages-under-test.ts';

/**
 * The browser and the pages of a test file whose suites share them: they start before the first test and stop after the
 * last. A suite must not read anything that another one could have written.
 */
export const browser = new TestBrowser();
export let pages: PagesUnderTest;

beforeAll(async () => {
  await browser.start();
  pages = await PagesUnderTest.start(browser);
}, PAGES_START_MS_MAX);
afterAll(async () => {
  await browser.stop();
  await pages.stop();
});
