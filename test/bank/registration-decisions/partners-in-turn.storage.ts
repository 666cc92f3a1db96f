import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { analysePictures } from '../../../src/bank/identity-pictures/analyse-pictures.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { analyseRegistrations } from '../../../src/bank/registration-decisions/analyse-registrations.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { goodInput, newCpf, registerCustomer, submitDocument } from '../../support/customers.ts';
import type { Gateway } from '../../support/gateway.ts';
import { sharedGateway } from '../../support/worker-gateways.ts';

/** More than a single run claims. */
const DOCUMENTS = 60;
const REGISTRATIONS = 30;
const BETA = { client: 'beta-pay' };

let gateway: Gateway;
let database: Database;

/** Without workers: the test itself analyses. */
beforeAll(async () => {
  gateway = await sharedGateway({ ROLES: 'api', ANALYSIS_SECONDS: '0' });
  database = new Database(gateway.app.database.sessions);
});
afterAll(() => gateway.stop());

test("a partner's documents do not hold up one of another partner, no matter how many were submitted before it", async () => {
  await Promise.all(Array.from({ length: DOCUMENTS }, () => submitDocument(gateway, { documentNumber: newCpf() })));
  const { analysis } = await submitDocument(gateway, { documentNumber: newCpf() }, BETA);
  const judged: string[] = [];
  const hasMore = await analysePictures({
    database,
    clock: gateway.clock,
    judgePicture: ({ token }) => {
      judged.push(token);
      return Promise.resolve(undefined);
    },
  });
  expect(judged).toContain(analysis.token);
  expect(hasMore).toBe(true);
});

test("a partner's registrations do not hold up one of another partner, no matter how many were submitted before it", async () => {
  for (let made = 0; made < REGISTRATIONS; made += 1) await registerCustomer(gateway, await goodInput(gateway));
  const { registration } = await registerCustomer(gateway, await goodInput(gateway, {}, 'beta-pay'), BETA);
  const analysed: string[] = [];
  const hasMore = await analyseRegistrations({
    database,
    eventLog: eventLog(() => undefined),
    clock: gateway.clock,
    random: systemRandom,
    noteVerdict: undefined,
    analyseRegistration: ({ documentNumber }) => {
      analysed.push(documentNumber);
      return Promise.resolve(undefined);
    },
  });
  expect(analysed).toContain(registration.documentNumber);
  expect(hasMore).toBe(true);
});
