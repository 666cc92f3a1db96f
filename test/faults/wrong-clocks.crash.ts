import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually } from '../support/gateway.ts';
import { CREATE_POCKET, pocketInput } from '../support/pockets.ts';
import { buildServer, TestProcess } from '../support/process.ts';
import { serverUrl } from '../support/test-database.ts';
import { FAKETIME, TwoClocks } from './two-clocks.ts';

/** Tables whose rows a wrong clock could consider expired: a year of events, messages and attempts of the sandbox. */
const TABLES = ['event', 'webhook_message', 'webhook_attempt', 'message_tally', 'call_tally'];
const APART = [
  ['-400d', 'behind'],
  ['-7m', 'behind'],
  ['+5s', 'ahead of'],
  ['+7m', 'ahead of'],
  ['+400d', 'ahead of'],
] as const;
const CUTS = ['api,worker', 'api', 'worker'].flatMap((roles) => APART.map(([apart, side]) => ({ apart, roles, side })));

const inSkew = serverUrl === undefined || FAKETIME === undefined ? describe.skip : describe;
const lacking = FAKETIME === undefined ? ', for which faketime is not installed' : '';

let two: TwoClocks | undefined;

/** Expects that a key used at one process is replayed at the other, in both directions. */
async function expectOnePocketEach(clocks: TwoClocks): Promise<void> {
  for (const first of [0, 1]) {
    const input = pocketInput({ accountNumber: '300001', idempotencyKey: randomUUID() });
    const { createPocket: made } = await clocks.ask(first, CREATE_POCKET, { input });
    const { createPocket: again } = await clocks.ask(1 - first, CREATE_POCKET, { input });
    expect(again).toMatchObject({ replayed: true, pocket: { number: made.pocket.number } });
  }
}

inSkew(`a process whose clock is wrong${lacking}`, () => {
  beforeAll(buildServer);
  afterEach(async () => {
    await TestProcess.endAll();
    await two?.remove();
  });
  afterAll(() => TestProcess.endAll());

  test.each(CUTS)(
    'by $apart, with the roles $roles, deletes nothing, does nothing twice, and is not ready',
    async ({ apart, roles, side }) => {
      two = await TwoClocks.start(apart, roles);
      const { url, adminUrl } = two.gateways[1];
      const before = await two.stored(TABLES);
      expect(before['event']).toBeGreaterThan(50);
      await two.configure(['/plain']);
      const ids = [await two.cashIn(0), await two.cashIn(0)];
      if (roles.includes('api')) {
        await expectOnePocketEach(two);
        ids.push(await two.cashIn(1));
      }
      const { receiver } = two;
      await eventually(() => Promise.resolve(receiver.callsOf('/plain').length >= ids.length));
      const after = await two.stored(TABLES);
      for (const table of TABLES) expect(after[table] ?? 0).toBeGreaterThanOrEqual(before[table] ?? 0);
      expect(receiver.callsOf('/plain')).toHaveLength(ids.length);
      expect(await two.readiness(0)).toEqual({ status: 200 });
      const { status, reason } = await two.readiness(1);
      expect([status, reason]).toEqual([503, expect.stringContaining(`${side} that of the database`)]);
      expect(await (await fetch(`${adminUrl}/metrics`)).text()).toMatch(
        /gateway_clock_ahead_seconds\S* -?(?:[4-9]|\d{2,})/,
      );
      expect((await fetch(`${url}/health/live`)).status).toBe(200);
      expect(two.errorsLogged).toEqual([]);
    },
  );
});
