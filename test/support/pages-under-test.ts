import axe from 'axe-core';
import { expect } from '@jest/globals';
import type { Page, ViewportSize } from 'playwright-core';
import type { TestBrowser, WatchedPage } from './browser.ts';
import { CuttingProxy } from './cutting-proxy.ts';
import { GatewayProcess } from './gateway-process.ts';
import { OwnWorld } from './own-world.ts';
import { buildServer } from './process.ts';

/** Timeout for building, seeding and starting a browser on a busy machine, in milliseconds. */
export const PAGES_START_MS_MAX = 120_000;

/** The built server with its pages, as a browser sees them. */
export class PagesUnderTest {
  readonly gateway: GatewayProcess;
  /** The proxy between the browser and the gateway. */
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

  /** URL of the gateway for the browser. */
  get url(): string {
    return `http://127.0.0.1:${this.way.port}`;
  }

  open(path: string, viewport?: ViewportSize): Promise<WatchedPage> {
    return this.browser.open(this.url + path, viewport);
  }

  openApart(path: string): Promise<WatchedPage> {
    return this.browser.openApart(this.url + path);
  }

  /** Cuts the browser off from the gateway while `work` runs. */
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

/** Expects that nothing went wrong on a page, and that it requested nothing from other machines. */
export function expectClean({ errors, foreign }: WatchedPage): void {
  expect(errors).toEqual([]);
  expect(foreign).toEqual([]);
}

/** Returns the accessibility problems that axe finds on a page, a line each; excludes third-party parts. */
export async function accessibilityProblems(page: Page, excluded: readonly string[] = []): Promise<string[]> {
  if (await page.evaluate<boolean>('globalThis.axe === undefined')) await page.evaluate(axe.source);
  const found: { id: string; nodes: { html: string; failureSummary?: string }[] }[] = await page.evaluate(
    `axe.run({ exclude: ${JSON.stringify(excluded.map((each) => [each]))} }).then(({ violations }) => violations)`,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}
