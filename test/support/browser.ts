import { existsSync } from 'node:fs';
import { test } from '@jest/globals';
import { chromium, type Browser, type Page, type ViewportSize } from 'playwright-core';

/** Path on Debian; CHROMIUM overrides it. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isInstalled = existsSync(CHROMIUM);
/** Resolves no names beyond this machine. Stopping single requests with `route` would disable the cache. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
const OWN_HOSTS = ['localhost', '127.0.0.1'];
const VIEWPORT: ViewportSize = { width: 1280, height: 720 };

/** A test in a browser; skipped if there is none. */
export const browserTest = isInstalled ? test : test.skip;

/** A page, with all that must not happen on it. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in the console and of scripts, including violations of the Content-Security-Policy. */
  readonly errors: string[];
  /** URLs on other machines that it requested; none of them is reached. */
  readonly foreign: string[];
}

/** Timeout for anything on a page, in milliseconds: long enough that a busy machine causes none. */
const WAIT_MS_MAX = 100_000;

/** The headless Chromium of a test file. */
export class TestBrowser {
  private browser: Browser | undefined;
  private page: Page | undefined;

  /** Starts it; if there is none, reports that tests are skipped. */
  async start(): Promise<void> {
    if (!isInstalled) {
      process.stderr.write(`There is no ${CHROMIUM}: browser tests are skipped. "apt-get install chromium" has one.\n`);
      return;
    }
    const args = ['--no-sandbox', '--disable-gpu', OFFLINE];
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /**
   * Loads a URL as if it were the first one: without storage and earlier listeners. All URLs are loaded one after the
   * other in the same page, since a new page has an empty cache and must compile all scripts.
   */
  async open(url: string, viewport = VIEWPORT): Promise<WatchedPage> {
    this.page ??= await this.newPage();
    const { page } = this;
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
    const watched = watch(page);
    await page.goto(url);
    return watched;
  }

  /** Loads a URL in its own context, for a test that changes more than a page; closing the page ends it. */
  async openApart(url: string): Promise<WatchedPage> {
    const watched = watch(await this.newPage());
    await watched.page.goto(url);
    return watched;
  }

  private async newPage(): Promise<Page> {
    if (this.browser === undefined) throw new Error('There is no browser.');
    const page = await this.browser.newPage();
    page.setDefaultTimeout(WAIT_MS_MAX);
    await page.addInitScript('localStorage.clear(); sessionStorage.clear();');
    return page;
  }
}

/** Listens for what must not happen, and replaces all earlier listeners. */
function watch(page: Page): WatchedPage {
  const [errors, foreign]: [string[], string[]] = [[], []];
  for (const event of ['console', 'pageerror', 'request', 'websocket']) page.removeAllListeners(event);
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    if (/^(http|ws)/.test(protocol) && !OWN_HOSTS.includes(hostname)) foreign.push(request.url());
  });
  return { page, errors, foreign };
}
