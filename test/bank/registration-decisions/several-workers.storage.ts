import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventLog } from '../../../src/events/log/event-log.ts';
import { Database } from '../../../src/platform/database/database.ts';
import {
  analyseRegistrations,
  type RegistrationAnalysis,
} from '../../../src/bank/registration-decisions/analyse-registrations.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { customer, eventsOf, goodInput, registerCustomer } from '../../support/customers.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

const WORKERS = 4;
const PERSONS = 6;
/** How far each worker's clock is ahead of the previous one, in milliseconds: what that has claimed is due again. */
const AHEAD_MS = 20_000;

let gateway: Gateway;

beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api', ANALYSIS_SECONDS: '0' });
});
afterAll(() => gateway.stop());

describe('workers that have claimed the same registrations', () => {
  test('conclude each once, by the first decision', async () => {
    const inputs = await Promise.all(Array.from({ length: PERSONS }, () => goodInput(gateway)));
    for (const input of inputs) await registerCustomer(gateway, input);
    let requested = 0;
    let decide = (): void => undefined;
    const allRequested = new Promise<void>((resolve) => (decide = resolve));
    // No analysis ends before each worker has requested all: then they end together, with different results.
    const analysis =
      (status: 'APPROVED' | 'REPROVED'): RegistrationAnalysis =>
      async () => {
        if ((requested += 1) === WORKERS * PERSONS) decide();
        await allRequested;
        return { status, reasons: [] };
      };
    const began = Date.now();
    const workers = [];
    for (let nth = 0; nth < WORKERS; nth += 1) {
      workers.push(
        analyseRegistrations({
          database: new Database(gateway.app.database.sessions),
          eventLog: eventLog(() => undefined),
          clock: { now: () => new Date(began + 1_000 + nth * AHEAD_MS) },
          random: systemRandom,
          noteVerdict: undefined,
          analyseRegistration: analysis(nth % 2 === 0 ? 'APPROVED' : 'REPROVED'),
        }),
      );
      const seen = (nth + 1) * PERSONS;
      while (requested < seen) await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(workers);
    for (const { documentNumber } of inputs) {
      const [received, decided, ...more] = await eventsOf(gateway, documentNumber);
      const { status } = await customer(gateway, documentNumber);
      expect([received?.name, decided?.name, more]).toEqual(['CUSTOMER_WAS_RECEIVED', `CUSTOMER_WAS_${status}`, []]);
    }
  });
});
