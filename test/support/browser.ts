import { existsSync } from 'node:fs';
import { test } from '@jest/globals';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** Where Debian puts it; CHROMIUM names another. */
const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const isInstalled = existsSync(CHROMIUM);

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

/** One headless Chromium of a test file. */
export class TestBrowser {
  private browser: Browser | undefined;

  /** Starts it; where there is none it says why tests are skipped. */
  async start(): Promise<void> {
    if (!isInstalled) {
      process.stderr.write(`There is no ${CHROMIUM}: browser tests are skipped. "apt-get install chromium" has one.\n`);
      return;
    }
    this.browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] });
  }

  async stop(): Promise<void> {
    await this.browser?.close();
  }

  /** Opens an address in a context of its own: no storage, no history, no network beyond this machine. */
  async open(url: string, options: BrowserContextOptions = {}): Promise<WatchedPage> {
    if (this.browser === undefined) throw new Error('There is no browser.');
    const context = await this.browser.newContext(options);
    const [errors, foreign]: [string[], string[]] = [[], []];
    await context.route(
      (address) => !['localhost', '127.0.0.1'].includes(address.hostname),
      (route) => {
        foreign.push(route.request().url());
        return route.abort();
      },
    );
    const page = await context.newPage();
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    page.on('pageerror', (error) => errors.push(String(error)));
    await page.goto(url);
    return { page, errors, foreign };
  }
}
