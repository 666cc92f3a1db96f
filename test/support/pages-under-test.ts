import { expect } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { TestBrowser, type WatchedPage } from './browser.ts';
import { GatewayProcess, TemporaryFolders } from './gateway-process.ts';
import { copyOfWorld } from './opened-database.ts';
import { buildServer, TestProcess } from './process.ts';
import { TestDatabases } from './test-database.ts';

/** Longest time that building, seeding and starting a browser may take on a busy machine, in milliseconds. */
export const PAGES_START_MS_MAX = 120_000;

interface PagesStorage {
  readonly folders: TemporaryFolders;
  readonly databases: TestDatabases;
}

/** The built server with its pages, and a browser to open them in. */
export class PagesUnderTest {
  readonly gateway: GatewayProcess;
  private readonly browser: TestBrowser;
  private readonly storage: PagesStorage;

  private constructor(gateway: GatewayProcess, browser: TestBrowser, storage: PagesStorage) {
    this.gateway = gateway;
    this.browser = browser;
    this.storage = storage;
  }

  static async start(environment: Readonly<Record<string, string>> = {}): Promise<PagesUnderTest> {
    const browser = new TestBrowser();
    const storage = { folders: new TemporaryFolders(), databases: new TestDatabases() };
    const [url] = await Promise.all([storage.databases.createWithWorld(), buildServer()]);
    const starting = GatewayProcess.start({
      DATA_DIR: copyOfWorld(storage.folders),
      SANDBOX: 'true',
      ...(url !== undefined && { DATABASE_URL: url }),
      ...environment,
    });
    const [gateway] = await Promise.all([starting, browser.start()]);
    return new PagesUnderTest(gateway, browser, storage);
  }

  async stop(): Promise<void> {
    await this.browser.stop();
    await TestProcess.endAll();
    await this.storage.databases.drop();
    this.storage.folders.remove();
  }

  /** @param base where the gateway is reached; itself by default */
  open(path: string, options?: BrowserContextOptions, base: string = this.gateway.url): Promise<WatchedPage> {
    return this.browser.open(base + path, options);
  }
}

/** Nothing went wrong on a page, and nothing left this machine. */
export function expectClean({ errors, foreign }: WatchedPage): void {
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
}

/** What axe finds wrong with the accessibility of a page, in a line each; parts of others are left out. */
export async function accessibilityProblems(
  page: Page,
  axe: string,
  excluded: readonly string[] = [],
): Promise<string[]> {
  await page.evaluate(axe);
  const found: { id: string; nodes: { html: string; failureSummary?: string }[] }[] = await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(excluded.map((each) => [each]))} }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
