import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { systemClock } from '../../../src/platform/system.ts';
import { Database } from '../../../src/platform/database/database.ts';
import { mayMigrate } from '../../../src/platform/schema/migrate.ts';
import { keepMessageMonths } from '../../../src/webhooks/deliveries/message-retention.ts';
import { programs } from '../../support/own-server.ts';
import { ThreeLogins } from '../../support/three-logins.ts';

const withServer = programs().postgres === undefined ? describe.skip : describe;
const DAY_MS = 24 * 3_600_000;
const DENIED = /permission denied|must be owner/;
/** Rows of a partner are read and written as that partner. */
const AS_ACME = `set role gateway_tenant; set gateway.partner = 'ACME_PAY';`;

withServer('the three logins', () => {
  let logins: ThreeLogins;
  const sql = (login: string, text: string) => logins.sql(login, text);
  const lines = async (text: string) => (await sql('postgres', text)).split('\n').filter(Boolean);

  beforeAll(async () => {
    logins = await ThreeLogins.make();
    await logins.migrate();
  });
  afterAll(() => logins.remove());

  test('are made by a file that may be run again', async () => {
    await logins.makeLogins();
    expect(await lines(`select rolname from pg_roles where rolname like 'gateway%' order by 1`)).toEqual(
      expect.arrayContaining(['gateway', 'gateway_api', 'gateway_tenant', 'gateway_worker']),
    );
  });

  test.each([
    ['gateway', true],
    ['gateway_worker', false],
    ['gateway_api', false],
  ])('%s owns the tables: %j', async (login, isOwner) => {
    expect(await mayMigrate(await logins.open(login))).toBe(isOwner);
  });

  describe('every table', () => {
    /** All but months, which are reached through their parents. */
    const TABLES = `pg_class where relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace`;

    test('is granted to the worker, including those of new entities', async () => {
      const without = `select relname from ${TABLES} and not has_table_privilege('gateway_worker', oid, 'select')`;
      expect(await lines(without)).toEqual([]);
    });

    test('of the audit trail is append-only', async () => {
      const changed = `select relname from ${TABLES} and relname like 'audit%' and (
        has_table_privilege('gateway_worker', oid, 'truncate')
        or relname <> 'audit_head' and has_table_privilege('gateway_worker', oid, 'update')
        or relname <> 'audit_outbox' and has_table_privilege('gateway_worker', oid, 'delete')
        or has_table_privilege('gateway_api', oid, 'update, delete, truncate'))`;
      expect(await lines(changed)).toEqual([]);
    });

    test('that has policies lets the logins see what they are granted', async () => {
      const blind = `select relname, rolname from ${TABLES.replace('pg_class', 'pg_class cross join pg_roles')}
        and rolname in ('gateway_worker', 'gateway_api') and relrowsecurity
        and relacl::text like '%' || rolname || '=%'
        and not exists (select from pg_policy where polrelid = pg_class.oid and pg_roles.oid = any (polroles))`;
      expect(await lines(blind)).toEqual([]);
    });

    test('is closed to the api login in its own name, except these', async () => {
      const own = `select relname || ': ' || string_agg(lower(privilege_type), ', ' order by privilege_type)
        from pg_class cross join aclexplode(relacl) where grantee = to_regrole('gateway_api') and relkind in ('r', 'p')
          and relname not like 'audit%'
        group by relname order by relname`;
      expect(await lines(own)).toEqual([
        'event: select',
        'event_consumer: select',
        'event_head: select',
        'installation: select',
        'lookup_budget: delete, insert, select, update',
        'message_change: select',
        'message_change_head: select',
        'mikro_orm_migrations: select',
        'partner: select',
        'payment_account: select',
        'provider_budget: insert, select, update',
        'provider_gate: insert, select, update',
        'provider_partner: select',
        'rate_limit: delete, insert, select, update',
        'signing_key: select',
        'socket_count: delete, insert, select, update',
        'spent_proof: insert, select',
        'webhook_breaker: select',
        'webhook_message: select',
      ]);
    });
  });

  test.each([
    ['changes an audit entry', `update audit_entry set result = 'x'`],
    ['deletes an audit entry', 'delete from audit_entry'],
    ['truncates the audit', 'truncate audit_entry'],
    ['changes the audit as a partner', `${AS_ACME} update audit_entry set result = 'x'`],
    ['makes a table', 'create table own (id int)'],
    ['makes a temporary table', 'create temp table own (id int)'],
    ['changes a table', 'alter table pocket disable row level security'],
    ['drops a policy', 'drop policy pocket_of_partner on pocket'],
    ['makes a month', `select add_month('webhook_message', 'webhook_message_2099_01', 'a', 'b')`],
    ['reads all pockets', 'select * from pocket'],
    ['reads all customers', 'select * from customer'],
    ['reads all pockets as the worker', 'set role gateway_worker; select * from pocket'],
    ['becomes the owner', 'set role gateway'],
  ])('the api login never %s', async (_what, text) => {
    await expect(sql('gateway_api', text)).rejects.toThrow(DENIED);
  });

  test('the api login sees a partner’s rows only as that partner', async () => {
    const owners = `select string_agg(distinct partner_id, ',') from payment_account`;
    expect(await sql('postgres', owners)).toContain(',');
    expect(await sql('gateway_api', `${AS_ACME} ${owners}`)).toBe('ACME_PAY');
    expect(await sql('gateway_api', `set role gateway_tenant; select count(*) from payment_account`)).toBe('0');
  });

  test('the api login adds entries to the outbox of the audit, and cannot read any', async () => {
    const may = (table: string, right: string) =>
      sql('gateway_api', `select has_table_privilege('${table}', '${right}')`);
    expect([await may('audit_outbox', 'insert'), await may('audit_outbox', 'select')]).toEqual(['t', 'f']);
    expect(await may('audit_entry', 'insert, select')).toBe('f');
  });

  test.each([
    ['makes a table', 'create table own (id int)'],
    ['drops a table', 'drop table pocket'],
    ['changes the audit', `update audit_entry set result = 'x'`],
    ['deletes from the audit', 'delete from audit_entry'],
    ['becomes the owner', 'set role gateway'],
  ])('the worker login never %s', async (_what, text) => {
    await expect(sql('gateway_worker', text)).rejects.toThrow(DENIED);
  });

  test.each([
    ['without months', `select add_month('pocket', 'pocket_2026_01', 'a', 'b')`, /no rows/],
    ['of another name', `select detach_month('webhook_message', 'pocket')`, /is no month of/],
    ['that is in use', `select drop_month('webhook_message_2026_11')`, /is not detached/],
  ])('the worker login never changes the months of a table %s', async (_what, text, refusal) => {
    await expect(sql('gateway_worker', text)).rejects.toThrow(refusal);
  });

  test('the worker login creates and retires months', async () => {
    const database = new Database((await logins.open('gateway_worker')).sessions);
    const months = `select relname from pg_class where relname ~ '^webhook_message_\\d{4}_\\d{2}' and relkind = 'r' order by 1`;
    const before = await lines(months);
    const later = systemClock.now().getTime() + 62 * DAY_MS;
    for (const days of [0, 2, 4]) await keepMessageMonths(database, new Date(later + days * DAY_MS));
    const after = await lines(months);
    expect(after).toEqual(expect.not.arrayContaining(before.slice(0, 1)));
    expect(after.at(-1)).not.toBe(before.at(-1));
  });
});
