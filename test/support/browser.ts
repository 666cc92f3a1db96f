import { existsSync } from 'node:fs';
import { test } from '@jest/globals';
import { chromium, type Browser, type Page, type ViewportSize } from 'playwright-core';

/** Where Debian puts it; CHROMIUM names another. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isInstalled = existsSync(CHROMIUM);
/** No name leads beyond this machine. To stop requests one by one, as `route` does, would switch the cache off. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1';
const OWN_HOSTS = ['localhost', '127.0.0.1'];
const VIEWPORT: ViewportSize = { width: 1280, height: 720 };

/** A test in a browser; skipped where there is none. */
export const browserTest = isInstalled ? test : test.skip;

/** A page, and whatever happened to it that must not. */
export interface WatchedPage {
  readonly page: Page;
  /** Errors in the console and of scripts, breaches of the Content-Security-Policy among them. */
  readonly errors: string[];
  /** Addresses on other machines that it asked for; none of them is reached. */
  readonly foreign: string[];
}

/** Longest wait for anything on a page, in milliseconds: it ends what hangs, and nothing that a busy machine makes slow. */
const WAIT_MS_MAX = 100_000;

/** One headless Chromium of a test file. */
export class TestBrowser {
  private browser: Browser | undefined;
  private page: Page | undefined;

  /** Starts it; where there is none it says why tests are skipped. */
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
   * Loads an address as if it were the first: without storage, with listeners of nobody. All is loaded by one page after
   * the other, since a new one begins with an empty cache and has all scripts to compile.
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

  /** Loads an address in a context of its own, for a test that changes more than a page; `close` of it ends it. */
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

/** Listens for what must not happen, in place of all who listened before. */
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
