import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { Database } from '../../../src/platform/database/database.ts';
import {
  LATE_REGISTRATIONS,
  newlyLateRegistrations,
} from '../../../src/bank/registration-decisions/late-registrations.rows.ts';
import { OutsideIssuer } from '../../platform/auth/outside-issuer.ts';
import { goodInput, REGISTER_CUSTOMER } from '../../support/customers.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { OwnWorld } from '../../support/own-world.ts';
import { sql } from '../../support/webhooks.ts';

/** A text of the person that must not be in any log line. */
const CANARY = 'Canária';
const LATE = 'the analysis of a registration is late';
/** Age from which on a registration is late, in seconds. */
const LATE_SECONDS = 301;

let world: OwnWorld;
let issuer: OutsideIssuer;
let gateway: Gateway;
let database: Database;
let registrationId: string;
let documentNumber: string;
const lines: string[] = [];

/** Starts a gateway outside sandbox mode, where nothing decides: registrations stay pending. */
function start(roles: object): Promise<Gateway> {
  const environment = { ...world.environment, ...issuer.environment(), SANDBOX: 'false', ...roles };
  return Gateway.start({ environment, logger: pino({ level: 'debug' }, { write: (line) => void lines.push(line) }) });
}

/** The registration is late when a worker starts, which checks immediately: its next check is ten seconds later. */
beforeAll(async () => {
  issuer = await OutsideIssuer.start('ES256');
  world = await OwnWorld.make();
  gateway = await start({ ROLES: 'api' });
  gateway.clock.advance(-LATE_SECONDS);
  const token = await issuer.token(gateway.clock.now(), { claims: { scope: 'customer.write' } });
  const input = await goodInput(gateway, { registerName: CANARY, motherName: CANARY, email: 'canaria@example.com' });
  const { body } = await gateway.ask({ query: REGISTER_CUSTOMER, variables: { input }, token });
  ({ documentNumber } = input);
  registrationId = body.data.registerCustomer.registration.id;
  await gateway.stop();
  gateway = await start({});
  database = new Database(gateway.app.database.sessions);
});
afterAll(async () => {
  await gateway.stop();
  await issuer.stop();
  await world.remove();
});

describe('a registration without a decision', () => {
  test('is late after five minutes and not before; a customer who is pending without an analysis never is', async () => {
    const receivedAt = (
      await sql<{ at: Date }>(gateway, 'select received_at as "at" from customer_registration where id = ?::uuid', [
        registrationId,
      ])
    )[0]?.at;
    const after = (ms: number) => new Date(new Date(receivedAt ?? 0).getTime() + ms);
    expect(await LATE_REGISTRATIONS.read(database, after(300_000))).toEqual({ late: 0 });
    expect(await LATE_REGISTRATIONS.read(database, after(300_001))).toEqual({ late: 1 });
    expect(await LATE_REGISTRATIONS.read(database, after(86_400_000))).toEqual({ late: 1 });
  });

  test('is logged once, only by its id, and stays pending', async () => {
    await eventually(() => Promise.resolve(lines.some((line) => line.includes(LATE))));
    const logged = lines
      .filter((line) => line.includes(LATE))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(logged).toMatchObject([{ level: 40, registrationId, msg: LATE }]);
    expect(await newlyLateRegistrations(database, gateway.clock.now())).toEqual([]);
    expect(await sql(gateway, 'select status from customer_registration where id = ?::uuid', [registrationId])).toEqual(
      [{ status: 'PENDING_APPROVAL' }],
    );
    expect(await LATE_REGISTRATIONS.read(database, gateway.clock.now())).toEqual({ late: 1 });
  });

  test('leaves no personal data in any log line', () => {
    for (const text of [CANARY, 'canaria@', documentNumber]) expect(lines.join('')).not.toContain(text);
  });
});
