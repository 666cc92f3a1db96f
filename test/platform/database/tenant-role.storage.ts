import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { migrate } from '../../../src/platform/schema/migrate.ts';
import type { OpenedDatabase } from '../../../src/platform/database/opened-database.ts';
import { openDatabase } from '../../../src/platform/open-database.ts';
import { ownStatement } from '../../support/own-statement.ts';
import { tenantDatabases, UnfitTenantRole } from '../../../src/platform/database/tenant-databases.ts';
import { entities, migrations } from '../../../src/capabilities.ts';
import { OwnServer, programs } from '../../support/own-server.ts';
import { onServer } from '../../support/test-database.ts';
import { makeWorld } from '../../support/world.ts';

/** Roles belong to the cluster: these tests have a cluster of their own. */
const { postgres, initdb } = programs();
const withPrograms = postgres === undefined || initdb === undefined ? describe.skip : describe;

const INSUFFICIENT_PRIVILEGE = '42501';
const OWNERS = ownStatement(
  'test_role_owners',
  'select distinct partner_id as "owner" from payment_account order by 1',
);
const DATABASES = ['first', 'second', 'third'];

withPrograms('the role of partners', () => {
  let server: OwnServer;
  const opened: OpenedDatabase[] = [];

  const urlOf = (login: string, database: string) => `postgresql://${login}@127.0.0.1:${server.port}/${database}`;
  const asSuperuser = (sql: string, database = 'postgres') => onServer(urlOf('postgres', database), sql);

  beforeAll(async () => {
    server = await OwnServer.postgreSql();
    await asSuperuser('create role plain login');
    for (const database of DATABASES) await asSuperuser(`create database ${database} owner plain`);
  });
  afterAll(async () => {
    await Promise.all(opened.map((one) => one.close()));
    await server.remove();
  });

  async function open(login: string, database: string): Promise<OpenedDatabase> {
    const url = urlOf(login, database);
    const one = await openDatabase({ url, dataDirectory: 'memory://', poolSize: 2, entities, migrations });
    opened.push(one);
    return one;
  }

  async function migrated(database: string): Promise<OpenedDatabase> {
    const one = await open('plain', database);
    await migrate(one, () => makeWorld(one));
    return one;
  }

  test('is requested by name if the login cannot create it', async () => {
    await expect(migrated('first')).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
      message: expect.stringContaining('create role gateway_tenant nologin; grant gateway_tenant to plain'),
    });
  });

  test('is requested if the login is not a member of it', async () => {
    await asSuperuser('create role gateway_tenant nologin');
    await expect(migrated('first')).rejects.toMatchObject({
      code: INSUFFICIENT_PRIVILEGE,
      message: expect.stringContaining('grant gateway_tenant to plain'),
    });
    await asSuperuser('drop role gateway_tenant');
  });

  test('is created once by several concurrent migrations, if they are allowed to', async () => {
    await asSuperuser('alter role plain createrole');
    const all = await Promise.all(DATABASES.map(migrated));
    const seen = await Promise.all(all.map(async (one) => (await tenantDatabases(one))('ACME_PAY').run(OWNERS, [])));
    expect(seen).toEqual(DATABASES.map(() => [{ owner: 'ACME_PAY' }]));
    await asSuperuser('alter role plain nocreaterole');
  });

  test('is the only role of statements for partners: without it none runs', async () => {
    const [one] = opened.slice(-1);
    const databaseFor = one && (await tenantDatabases(one));
    await asSuperuser('revoke gateway_tenant from plain');
    const runs = [
      databaseFor?.('ACME_PAY').run(OWNERS, []),
      databaseFor?.('ACME_PAY').transaction((own) => own.run(OWNERS, [])),
    ];
    for (const run of runs) await expect(run).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
    await asSuperuser('grant gateway_tenant to plain');
    expect(await databaseFor?.('ACME_PAY').run(OWNERS, [])).toEqual([{ owner: 'ACME_PAY' }]);
  });

  test('does not outlive a session that is terminated in a transaction', async () => {
    const one = await open('plain', 'first');
    const databaseFor = await tenantDatabases(one);
    const cut = databaseFor('ACME_PAY').transaction(async (own) => {
      await own.run(OWNERS, []);
      await asSuperuser(`select pg_terminate_backend(pid) from pg_stat_activity where state = 'idle in transaction'`);
      return own.run(OWNERS, []);
    });
    await expect(cut).rejects.toThrow();
    const who = `select current_user::text as "role", nullif(current_setting('gateway.partner', true), '') as "partner"`;
    const look = () => one.entityManager.getConnection().execute(who);
    expect(await Promise.all([look(), look()])).toEqual(Array(2).fill([{ role: 'plain', partner: null }]));
  });

  test.each(['superuser', 'bypassrls'])('is refused as %s', async (power) => {
    const one = await open('plain', 'first');
    await asSuperuser(`alter role gateway_tenant ${power}`);
    await expect(tenantDatabases(one)).rejects.toThrow(UnfitTenantRole);
    await asSuperuser(`alter role gateway_tenant no${power}`);
    await expect(tenantDatabases(one)).resolves.toBeDefined();
  });
});
