import axe from 'axe-core';
import { expect } from '@jest/globals';
import type { Page, ViewportSize } from 'playwright-core';
import type { TestBrowser, WatchedPage } from './browser.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { GatewayProcess } from './gateway-process.ts';
import { OwnWorld } from './own-world.ts';
import { buildServer } from './process.ts';

/** Longest time that building, seeding and starting a browser may take on a busy machine, in milliseconds. */
export const PAGES_START_MS_MAX = 120_000;

/** The built server with its pages, as a browser finds them. */
export class PagesUnderTest {
  readonly gateway: GatewayProcess;
  /** The way from the browser to the gateway. */
  private readonly way: CuttingProxy;
  private readonly browser: TestBrowser;
  private readonly world: OwnWorld;

  private constructor(gateway: GatewayProcess, way: CuttingProxy, browser: TestBrowser, world: OwnWorld) {
    this.gateway = gateway;
    this.way = way;
    this.browser = browser;
    this.world = world;
  }

  static async start(
    browser: TestBrowser,
    environment: Readonly<Record<string, string>> = {},
  ): Promise<PagesUnderTest> {
    const [world] = await Promise.all([OwnWorld.make(), buildServer()]);
    const gateway = await GatewayProcess.start({ ...world.environment, ...environment });
    const way = await CuttingProxy.to(targetOf(gateway));
    return new PagesUnderTest(gateway, way, browser, world);
  }

  async stop(): Promise<void> {
    this.way.close();
    await this.gateway.process.end('SIGKILL');
    await this.world.remove();
  }

  /** Where the browser finds the gateway. */
  get url(): string {
    return `http://127.0.0.1:${this.way.port}`;
  }

  open(path: string, viewport?: ViewportSize): Promise<WatchedPage> {
    return this.browser.open(this.url + path, viewport);
  }

  openApart(path: string): Promise<WatchedPage> {
    return this.browser.openApart(this.url + path);
  }

  /** Cuts the browser off the gateway while `work` is done. */
  async cutOffWhile(work: () => Promise<void>): Promise<void> {
    this.way.lead({ host: '127.0.0.1', port: 1 });
    this.way.cut();
    try {
      await work();
    } finally {
      this.way.lead(targetOf(this.gateway));
    }
  }
}

function targetOf({ url }: GatewayProcess) {
  return { host: '127.0.0.1', port: Number(new URL(url).port) };
}

/** Nothing went wrong on a page, and nothing left this machine. */
export function expectClean({ errors, foreign }: WatchedPage): void {
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
}

/** What axe finds wrong with the accessibility of a page, in a line each; parts of others are left out. */
export async function accessibilityProblems(page: Page, excluded: readonly string[] = []): Promise<string[]> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe.source);
  const found: { id: string; nodes: { html: string; failureSummary?: string }[] }[] = await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(excluded.map((each) => [each]))} }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
