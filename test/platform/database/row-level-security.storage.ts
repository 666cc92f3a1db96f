import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Sql } from '../../../src/platform/database/database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { tenantDatabases, type DatabaseFor } from '../../../src/platform/database/tenant-databases.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
const BAD_TEXT = '22021';
/** Migrating needs two; all of them are checked. */
const POOL_SIZE = 2;

let own: OwnDatabase;
let databaseFor: DatabaseFor;

beforeAll(async () => {
  own = await OwnDatabase.open({ poolSize: POOL_SIZE });
  databaseFor = await tenantDatabases(own.opened);
});
afterAll(() => own.close());

/** Statements that do not filter by partner. */
const OWNERS = ownStatement<{ owner: string }>(
  'test_owners',
  'select distinct partner_id as "owner" from payment_account order by 1',
);
const OWNERS_OF_PARTS = ownStatement<{ owner: string }>(
  'test_owners_of_parts',
  `select distinct configuration.partner_id as "owner" from webhook_breaker as breaker
   join webhook_configuration as configuration on configuration.id = breaker.configuration_id order by 1`,
);
const COUNT_PARTS = ownStatement<Record<string, number>>(
  'test_count_parts',
  `select (select count(*)::int from webhook_breaker) as "breakers",
     (select count(*)::int from webhook_attempt) as "attempts",
     (select count(*)::int from call_tally) as "calls", (select count(*)::int from customer_record) as "records"`,
);
const COUNT_OWN_PARTS = ownStatement(
  'test_count_own_parts',
  `select (select count(*)::int from webhook_breaker where configuration_id in (
       select id from webhook_configuration where partner_id = $1)) as "breakers",
     (select count(*)::int from webhook_attempt where message_id in (
       select id from webhook_message where partner_id = $1)) as "attempts",
     (select count(*)::int from call_tally where configuration_id in (
       select id from webhook_configuration where partner_id = $1)) as "calls",
     (select count(*)::int from customer_record where registration_id in (
       select id from customer_registration where partner_id = $1)) as "records"`,
);
const FREE_ALL_KEYS = ownStatement('test_free_all_keys', 'update idempotency_key set expires_at = now() returning 1');
const CLAIM = ownStatement(
  'test_claim',
  `insert into idempotency_key values ($1, 'test', gen_random_uuid(), 'f', gen_random_uuid(), now()) returning 1`,
);
const MOVE_ALL = ownStatement('test_move_all', 'update idempotency_key set partner_id = $1');
const WHO = ownStatement(
  'test_who',
  `select current_user::text as "role", nullif(current_setting('gateway.partner', true), '') as "partner"`,
);
const DIVIDE = ownStatement('test_divide', 'select 1 / $1::int as "one"');
const LOSE = ownStatement('test_lose_once', `do $$ begin raise exception 'as asked' using errcode = '40001'; end $$`);

async function ownersSeenBy(sql: Sql, ofWhat = OWNERS): Promise<string[]> {
  return (await sql.run(ofWhat, [])).map(({ owner }) => owner);
}

/** Returns as whom the connections of the pool run statements of the bank itself. */
async function identities(): Promise<unknown> {
  return Promise.all(Array.from({ length: POOL_SIZE }, () => own.database.run(WHO, [])));
}

/** All ways to run a statement. */
const ways: readonly (readonly [
  string,
  <Result>(database: Database, work: (sql: Sql) => Promise<Result>) => Promise<Result>,
])[] = [
  ['alone', (database, work) => work(database)],
  ['in a transaction', (database, work) => database.transaction(work)],
  ['in a pipeline', (database, work) => database.transaction((transaction) => transaction.pipeline(work))],
];

describe.each(ways)('a statement that does not filter by partner, %s,', (_way, run) => {
  test.each(['ACME_PAY', 'BETA_PAY', 'GAMA_PAY'])('sees only the rows of the partner %s', async (partnerId) => {
    expect(await ownersSeenBy(own.database)).toEqual(expect.arrayContaining(['ACME_PAY', 'BETA_PAY']));
    expect(await run(databaseFor(partnerId), ownersSeenBy)).toEqual([partnerId]);
  });

  test('sees the dependent rows of the partner, and no others', async () => {
    const partner = databaseFor('ACME_PAY');
    expect(await run(partner, (sql) => ownersSeenBy(sql, OWNERS_OF_PARTS))).toEqual(['ACME_PAY']);
    const [seen] = await run(partner, (sql) => sql.run(COUNT_PARTS, []));
    const [owned] = await own.database.run(COUNT_OWN_PARTS, ['ACME_PAY']);
    const [stored] = await own.database.run(COUNT_PARTS, []);
    expect(seen).toEqual(owned);
    expect(seen).not.toEqual(stored);
    expect(Object.values(seen ?? {}).every((count) => count > 0)).toBe(true);
  });

  test.each([undefined, '', 'NOBODY'])('sees nothing when the partner is %p', async (partnerId) => {
    expect(await run(databaseFor(partnerId), ownersSeenBy)).toEqual([]);
  });

  test('changes no rows of others, and inserts none for them', async () => {
    await own.sql('delete from idempotency_key');
    const [acme, beta] = [databaseFor('ACME_PAY'), databaseFor('BETA_PAY')];
    await run(beta, (sql) => sql.run(CLAIM, ['BETA_PAY']));
    expect(await run(acme, (sql) => sql.run(FREE_ALL_KEYS, []))).toEqual([]);
    await expect(run(acme, (sql) => sql.run(CLAIM, ['BETA_PAY']))).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
    await expect(run(beta, (sql) => sql.run(MOVE_ALL, ['ACME_PAY']))).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
    });
    expect(await own.sql('select partner_id as "owner" from idempotency_key')).toEqual([{ owner: 'BETA_PAY' }]);
  });

  test('leaves neither role nor partner on the connection, whether it succeeds or fails', async () => {
    const before = await identities();
    const partner = databaseFor('ACME_PAY');
    const [who] = await run(partner, (sql) => sql.run(WHO, []));
    expect(who).toEqual({ role: 'gateway_tenant', partner: 'ACME_PAY' });
    expect(await identities()).toEqual(before);
    await expect(run(partner, (sql) => sql.run(DIVIDE, [0]))).rejects.toMatchObject({ code: '22012' });
    expect(await identities()).toEqual(before);
  });

  test('returns its rows', async () => {
    expect(await run(databaseFor('ACME_PAY'), (sql) => sql.run(DIVIDE, [1]))).toEqual([{ one: 1 }]);
  });
});

describe('a transaction for a partner', () => {
  test('runs as the partner throughout, and in each try', async () => {
    const seen: unknown[] = [];
    let tries = 0;
    await databaseFor('BETA_PAY').transaction(async (transaction) => {
      tries += 1;
      seen.push(await ownersSeenBy(transaction), await ownersSeenBy(transaction));
      if (tries === 1) await transaction.run(LOSE, []);
    });
    expect(seen).toEqual([['BETA_PAY'], ['BETA_PAY'], ['BETA_PAY'], ['BETA_PAY']]);
  });

  test('that sends all its statements with the commit commits them', async () => {
    await own.sql('delete from idempotency_key');
    const commit = (owner: string) =>
      databaseFor('ACME_PAY').transaction((transaction) => {
        transaction.pipelineWithCommit((pipelined) =>
          Promise.all([pipelined.run(CLAIM, ['ACME_PAY']), pipelined.run(CLAIM, [owner])]),
        );
        return Promise.resolve();
      });
    await expect(commit('BETA_PAY')).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    expect(await own.sql('select from idempotency_key')).toHaveLength(0);
    await commit('ACME_PAY');
    expect(await own.sql('select from idempotency_key')).toHaveLength(2);
  });
});

test('partners and the bank share connections, and each partner sees only its own rows', async () => {
  const partners = ['ACME_PAY', 'BETA_PAY', 'GAMA_PAY', undefined];
  const turns = Array.from({ length: 60 }, (_, nth) => partners[nth % partners.length]);
  const all = await ownersSeenBy(own.database);
  const seen = await Promise.all(
    turns.map((partner) => ownersSeenBy(partner === undefined ? own.database : databaseFor(partner))),
  );
  expect(seen).toEqual(turns.map((partner) => (partner === undefined ? all : [partner])));
});

describe('a statement that cannot run as the partner does not run at all', () => {
  test.each(ways)('%s: a partner whose name cannot be a text', async (_way, run) => {
    await own.sql('delete from idempotency_key');
    const before = await identities();
    const impossible = databaseFor('ACME\0PAY');
    await expect(run(impossible, ownersSeenBy)).rejects.toMatchObject({ code: BAD_TEXT });
    await expect(run(impossible, (sql) => sql.run(CLAIM, ['ACME_PAY']))).rejects.toMatchObject({ code: BAD_TEXT });
    expect(await own.sql('select 1 from idempotency_key')).toEqual([]);
    expect(await identities()).toEqual(before);
  });
});
