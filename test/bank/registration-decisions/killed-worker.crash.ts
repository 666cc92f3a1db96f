import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { createServices } from '../../../src/composition/services.ts';
import { readConfig } from '../../../src/config/config.ts';
import { eventLog } from '../../../src/events/log/event-log.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { createLogger } from '../../../src/platform/observability/logger.ts';
import type { RegistrationRequest } from '../../../src/bank/registrations/new-registration.value.ts';
import { gatheredRegistrations, registerCustomer } from '../../../src/bank/registrations/register-customer.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { systemRandom, systemClock } from '../../../src/platform/system.ts';
import { createWebhookConfiguration } from '../../../src/webhooks/configurations/create-webhook-configuration.ts';
import { insertApproved, registrationInput } from '../../support/customers.ts';
import { eventually } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { deliveryProcess, TestProcess } from '../../support/process.ts';
import { headerOf, Receiver } from '../../support/receiver.ts';
import { withSeed } from '../../support/test-random.ts';
import { serverUrl } from '../../support/test-database.ts';
import { forgetThePast } from '../../support/world.ts';

/** More than are decided before a kill; the embedded database is slower. */
const REGISTRATIONS = serverUrl === undefined ? 100 : 300;
const KILLS = 2;
/** Latest moment of a kill after a worker has started, in milliseconds: long before all of them are decided. */
const KILL_MS_MAX = 100;
/** How far ahead the clock of the worker after a kill is, in seconds: claimed registrations are due again. */
const AHEAD_SECONDS = 20;
const REQUESTER = {
  partnerId: 'ACME_PAY',
  companyKey: 'ACME_PAY',
  correlationId: '0b6a1ad6-4d09-4d6c-9d3e-0f3a2f1c7e55',
};
const TEST_TIMEOUT_MS = 180_000;

let world: OwnWorld;
let environment: Record<string, string>;
let receiver: Receiver;

async function withStorage<Result>(work: (opened: OpenedDatabase) => Promise<Result>): Promise<Result> {
  const { databaseUrl: url, dataDirectory } = readConfig(environment);
  const opened = await openDatabase({ url, dataDirectory, poolSize: 4, entities, migrations });
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** A world without past events, in which registrations are due. */
beforeAll(async () => {
  receiver = await Receiver.start();
  world = await OwnWorld.make();
  environment = { ...world.environment, ANALYSIS_SECONDS: '0' };
  await withStorage(async (opened) => {
    await forgetThePast(opened);
    const runtime = { clock: systemClock, random: systemRandom, logger: createLogger('silent') };
    const services = await createServices(readConfig(environment), runtime, opened);
    const registrations = gatheredRegistrations();
    const dependencies = { ...services, eventLog: eventLog(() => undefined), registrations };
    const target = { context: 'CUSTOMER', eventName: 'CUSTOMER_WAS_APPROVED', uri: receiver.url('/hook') } as const;
    const wanted = { name: 'Receiver', publicKey: 'pk', secret: undefined, ...target };
    await createWebhookConfiguration(services, REQUESTER.partnerId, wanted);
    for (let nth = 0; nth < REGISTRATIONS; nth += 1) {
      const input = registrationInput();
      const documentation = await insertApproved(opened.entityManager, input.documentNumber, 'ACME_PAY');
      const request = { ...input, documentation } as unknown as RegistrationRequest;
      await registerCustomer(dependencies, REQUESTER, request);
    }
  });
}, TEST_TIMEOUT_MS);

afterAll(async () => {
  await TestProcess.endAll();
  await receiver.stop();
  await world.remove();
});

interface Counts {
  readonly pending: number;
  readonly approved: number;
  /** Registrations with exactly one event of their approval. */
  readonly toldOnce: number;
  readonly events: number;
  readonly approvedCustomers: number;
}

/** Counts the outcomes of the registrations of this test. */
async function counts(): Promise<Counts> {
  const told = `(select subject_id from event where name = 'CUSTOMER_WAS_APPROVED'
    union all select subject_id from outbox where name = 'CUSTOMER_WAS_APPROVED')`;
  const [row] = await withStorage(({ entityManager }) =>
    entityManager.getConnection().execute<Counts[]>(
      `select
         (select count(*)::int from customer_registration where status = 'PENDING_APPROVAL' and due_at is not null) as "pending",
         (select count(*)::int from customer_registration as registration
            where status = 'APPROVED' and correlation_id = '${REQUESTER.correlationId}') as "approved",
         (select count(*)::int from (select 1 from ${told} as told group by subject_id having count(*) = 1) as once) as "toldOnce",
         (select count(*)::int from ${told} as told) as "events",
         (select count(*)::int from customer join customer_registration as registration
            on registration.id = customer.registration_id and registration.status = 'APPROVED'
          where customer.status = 'APPROVED' and pending_registration_id is null
            and registration.correlation_id = '${REQUESTER.correlationId}') as "approvedCustomers"`,
    ),
  );
  if (row === undefined) throw new Error('A count gave no row.');
  return row;
}

/** Counts the approvals that the partner has received; a repeated delivery has the same id. */
function receivedApprovals(): number {
  return new Set(receiver.callsOf('/hook').map((call) => headerOf(call, 'webhook-id'))).size;
}

describe('workers that are killed during analyses', () => {
  test(
    'leave each registration to be decided once, with one event',
    () =>
      withSeed(async (random) => {
        const left: number[] = [];
        for (let kills = 0; kills < KILLS; kills += 1) {
          const worker = deliveryProcess({ ...environment, CLOCK_AHEAD_SECONDS: String(kills * AHEAD_SECONDS) });
          await worker.says(/working/);
          await wait(random() * KILL_MS_MAX);
          await worker.end('SIGKILL');
          const { approved, events, toldOnce, approvedCustomers, pending } = await counts();
          expect([events, toldOnce, approvedCustomers]).toEqual([approved, approved, approved]);
          expect(approved + pending).toBe(REGISTRATIONS);
          left.push(pending);
        }
        // If all were decided before the kill, the test would prove nothing.
        expect(left[0]).toBeGreaterThan(0);
        const last = deliveryProcess({ ...environment, CLOCK_AHEAD_SECONDS: String(KILLS * AHEAD_SECONDS) });
        await eventually(() => Promise.resolve(receivedApprovals() === REGISTRATIONS));
        await last.end('SIGTERM');
        const all = REGISTRATIONS;
        expect(await counts()).toEqual({
          pending: 0,
          approved: all,
          toldOnce: all,
          events: all,
          approvedCustomers: all,
        });
      }),
    TEST_TIMEOUT_MS,
  );
});
