import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { GatewayProcess } from '../support/gateway-process.ts';
import { OwnWorld } from '../support/own-world.ts';
import { buildServer, SERVER, TestProcess } from '../support/process.ts';

/** The default limit, as `operations/seconds`, and ten times as much, in operations a second. */
const RATE_LIMIT = '180/10';
const NOISE_RATE = 180;
/** The requests of the other partner: below its limit, evenly spread. */
const REQUESTS = 75;
const REQUEST_EVERY_MS = 60;
const SLOWER_MAX = 2;
/** On a shared machine a measurement can only be worse, not better. */
const MEASUREMENTS_MAX = 3;
const TEST_MS_MAX = 120_000;

const isWanted = process.env['FAULT_ROUNDS'] !== undefined;
const inLongRuns = isWanted ? describe : describe.skip;

let world: OwnWorld;
let gateway: GatewayProcess;

inLongRuns('a partner at ten times its rate', () => {
  beforeAll(async () => {
    await buildServer();
    world = await OwnWorld.make();
    gateway = await GatewayProcess.start({ ...world.environment, RATE_LIMIT }, SERVER);
  }, TEST_MS_MAX);
  afterAll(async () => {
    await TestProcess.endAll();
    await world.remove();
  });

  /** Returns the 99th percentile of the answer times of the other partner, in milliseconds. */
  async function p99(token: string): Promise<number> {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
    const body = JSON.stringify({ query: '{ paymentAccounts(first: 5) { nodes { number holder { name } } } }' });
    const taken: number[] = [];
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const began = performance.now();
      const response = await fetch(`${gateway.url}/graphql`, { method: 'POST', headers, body });
      await response.arrayBuffer();
      taken.push(performance.now() - began);
      expect(response.status).toBe(200);
      await wait(Math.max(0, REQUEST_EVERY_MS - (performance.now() - began)));
    }
    return taken.toSorted((one, other) => one - other)[Math.floor(REQUESTS * 0.99) - 1] ?? Infinity;
  }

  async function measure(noisy: string, other: string): Promise<number> {
    const quiet = await p99(other);
    const script = join(import.meta.dirname, 'noisy-partner.mjs');
    const noise = new TestProcess([script, gateway.url, noisy, String(NOISE_RATE)]);
    await noise.says(/noisy/);
    const disturbed = await p99(other);
    await noise.end('SIGTERM');
    process.stderr.write(`p99 of the other: ${quiet.toFixed(1)} ms alone, ${disturbed.toFixed(1)} ms beside it\n`);
    return disturbed / quiet;
  }

  test(
    'has its own requests refused, and at most doubles the latency of others',
    async () => {
      const [noisy, other] = await Promise.all(['acme-pay', 'beta-pay'].map((client) => gateway.freshToken(client)));
      const measured: number[] = [];
      while (measured.length < MEASUREMENTS_MAX && Math.min(...measured) > SLOWER_MAX)
        measured.push(await measure(noisy ?? '', other ?? ''));
      expect(Math.min(...measured)).toBeLessThanOrEqual(SLOWER_MAX);
    },
    TEST_MS_MAX,
  );
});
