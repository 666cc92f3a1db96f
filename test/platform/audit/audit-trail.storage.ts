import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { pino } from 'pino';
import { AuditTrail } from '../../../src/platform/audit/audit-trail.ts';
import { Database, type Sql } from '../../../src/platform/database/database.ts';
import { systemRandom } from '../../../src/platform/system.ts';
import { failingWork } from '../../support/failing-work.ts';
import { eventually, Gateway } from '../../support/gateway.ts';
import { socketOf } from '../../support/live-events.ts';
import { OwnDatabase } from '../../support/opened-database.ts';
import { CREATE_POCKET, pocketInput, pocketUser, setPocketLimit } from '../../support/pockets.ts';
import { TestSocket } from '../../support/socket.ts';
import { TestClock } from '../../support/test-clock.ts';

interface EntryRow {
  readonly partner_id: string;
  readonly client: string;
  readonly mutation: string;
  readonly result: string;
  readonly correlation_id: string;
}

const ENTRIES = 'select partner_id, client, mutation, result, correlation_id from audit_outbox order by id';

describe('every mutation', () => {
  let gateway: Gateway;

  beforeAll(async () => {
    gateway = await Gateway.start({ environment: { ROLES: 'api' } });
    await setPocketLimit(gateway, '200001', 1_000);
  });
  afterAll(() => gateway.stop());

  const entries = () => gateway.app.database.entityManager.getConnection().execute<EntryRow[]>(ENTRIES);

  test('is in the trail before its response: who, what and how it ended, but none of its values', async () => {
    const correlationId = '3d0b0f0c-6a1e-4a38-9d7d-0a6b8f1d2c3e';
    const name = 'Maria Canary';
    const good = pocketInput({ user: pocketUser({ name }) });
    const query = `mutation ($good: CreatePocketInput!, $bad: CreatePocketInput!) {
      one: createPocket(input: $good) { __typename } two: createPocket(input: $bad) { __typename } }`;
    const variables = { good, bad: pocketInput({ accountNumber: '999999' }) };
    await gateway.data({ query, variables, headers: { 'x-correlation-id': correlationId } });
    const found = await entries();
    const entry = {
      partner_id: 'ACME_PAY',
      client: 'acme-pay',
      mutation: 'createPocket',
      correlation_id: correlationId,
    };
    expect(found).toEqual([
      { ...entry, result: 'CreatePocketSuccess' },
      { ...entry, result: 'AccountNotFoundError' },
    ]);
    expect(JSON.stringify(found)).not.toContain(name);
  });

  test('is in the trail when it was sent over a socket', async () => {
    const before = (await entries()).length;
    const socket = await socketOf(gateway, 'beta-pay');
    await socket.run(CREATE_POCKET, { input: pocketInput({ accountNumber: '300001' }) });
    TestSocket.endAll();
    expect((await entries()).slice(before)).toMatchObject([
      { partner_id: 'BETA_PAY', result: 'ProductNotEligibleForThisCompanyAccountProgramError' },
    ]);
  });

  test('that the token does not allow is in the trail too; one without a token or without variables is not', async () => {
    const before = (await entries()).length;
    await gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() }, scope: 'pocket.read' });
    await gateway.ask({ query: CREATE_POCKET, variables: { input: pocketInput() }, client: null });
    await gateway.ask({ query: CREATE_POCKET, variables: {} });
    expect((await entries()).slice(before)).toMatchObject([
      { partner_id: 'ACME_PAY', client: 'acme-pay', mutation: 'createPocket', result: 'FORBIDDEN' },
    ]);
  });
});

describe('an audit trail', () => {
  const mutation = { partnerId: 'P', client: null, mutation: 'm', result: 'r' };
  let own: OwnDatabase;

  beforeAll(async () => {
    own = await OwnDatabase.open();
  });
  afterAll(() => own.close());

  test('stores all mutations that end concurrently, with few statements', async () => {
    const run = jest.spyOn(Database.prototype, 'run');
    const trail = new AuditTrail({
      database: own.database,
      clock: new TestClock(),
      random: systemRandom,
      failing: failingWork(),
      logger: pino({ level: 'silent' }),
    });
    const ids = Array.from({ length: 3_000 }, () => systemRandom.uuid());
    await Promise.all(ids.map((correlationId) => trail.record({ ...mutation, correlationId })));
    // On a busy machine some responses are no longer held back, and their entries are stored later.
    await trail.settled();
    expect(run.mock.calls.length).toBeLessThan(10);
    run.mockRestore();
    const stored = await own.sql<EntryRow>(ENTRIES);
    expect(stored.map((entry) => entry.correlation_id).toSorted()).toEqual(ids.toSorted());
  });

  test('logs an entry that cannot be stored, and does not hold back its response', async () => {
    const lines: string[] = [];
    const closed = await OwnDatabase.open();
    await closed.close();
    const trail = new AuditTrail({
      database: closed.database,
      clock: new TestClock(),
      random: systemRandom,
      failing: failingWork(),
      logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    });
    const correlationId = systemRandom.uuid();
    await trail.record({ ...mutation, correlationId });
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ entries: [{ ...mutation, correlationId }] });
  });

  test('holds back no responses in an outage, logs their entries, and stores them when it is over', async () => {
    const lines: string[] = [];
    const outage = Object.assign(new Error('gone'), { code: '57P01' });
    let isOut = true;
    let triesAfter = 0;
    const database: Sql = {
      // In the outage a statement is executed, but its response is lost.
      async run(statement, values) {
        const stored = own.database.run(statement, values);
        if (!isOut) {
          triesAfter += 1;
          return stored;
        }
        // The next try violates the primary key, and its response is lost too.
        await stored.catch(() => undefined);
        throw outage;
      },
    };
    const trail = new AuditTrail({
      database,
      clock: new TestClock(),
      random: systemRandom,
      failing: failingWork(),
      logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    });
    const ids = Array.from({ length: 3 }, () => systemRandom.uuid());
    // Resolves during the outage.
    await Promise.all(ids.map((correlationId) => trail.record({ ...mutation, correlationId })));
    for (const id of ids) expect(lines.join('')).toContain(id);
    isOut = false;
    const isStored = async () => {
      const stored = await own.sql<EntryRow>(ENTRIES);
      return ids.every((id) => stored.filter((entry) => entry.correlation_id === id).length === 1);
    };
    await eventually(() => Promise.resolve(triesAfter > 0));
    await trail.settled();
    expect(await isStored()).toBe(true);
    expect(lines.filter((line) => line.includes('"level":50'))).toEqual([]);
  });
});
