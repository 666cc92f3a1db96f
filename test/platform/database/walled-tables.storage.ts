import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ownStatement } from '../../support/own-statement.ts';
import { tenantDatabases, UnfitTenantRole } from '../../../src/platform/database/tenant-databases.ts';
import { insertListedRows } from '../../support/listed-rows.ts';
import { OwnDatabase } from '../../support/opened-database.ts';

const INSUFFICIENT_PRIVILEGE = '42501';
/** Tables without rows of partners. */
const SHARED = ['bank', 'event_head', 'message_change_head'];

let own: OwnDatabase;

beforeAll(async () => {
  own = await OwnDatabase.open();
});
afterAll(() => own.close());

describe('the role of partners', () => {
  test('is not a superuser, bypasses no policy, cannot log in, and owns nothing', async () => {
    const roles = await own.sql(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolcanlogin,
         (select count(*)::int from pg_class where relowner = role.oid) as "owned"
       from pg_roles as role where rolname = 'gateway_tenant'`,
    );
    expect(roles).toEqual([
      { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolcanlogin: false, owned: 0 },
    ]);
  });

  test('is refused when it owns a table that must be protected from it', async () => {
    await own.sql('alter table pocket owner to gateway_tenant');
    await expect(tenantDatabases(own.opened)).rejects.toThrow(UnfitTenantRole);
    await own.sql('alter table pocket owner to current_user');
    await expect(tenantDatabases(own.opened)).resolves.toBeDefined();
  });

  test('cannot disable row-level security', async () => {
    const off = ownStatement('test_switch_off', 'alter table pocket disable row level security');
    const databaseFor = await tenantDatabases(own.opened);
    await expect(databaseFor('ACME_PAY').run(off, [])).rejects.toMatchObject({ code: INSUFFICIENT_PRIVILEGE });
  });
});

interface Table {
  readonly name: string;
  readonly isWalled: boolean;
  readonly policies: number;
  readonly isGranted: boolean;
}

/** Returns all tables except partitions, which are reached through their parents. */
async function tables(condition = 'true'): Promise<Table[]> {
  return own.sql<Table>(
    `select relname::text as "name", relrowsecurity as "isWalled",
       (select count(*)::int from pg_policy where polrelid = pg_class.oid) as "policies",
       has_table_privilege('gateway_tenant', oid, 'select, insert, update, delete') as "isGranted"
     from pg_class
     where relkind in ('r', 'p') and not relispartition and relnamespace = current_schema()::regnamespace and ${condition}
     order by relname`,
  );
}

describe('every table', () => {
  test('that has a partner has a policy', async () => {
    const withPartner = await tables(
      `exists (select from pg_attribute where attrelid = pg_class.oid and attname = 'partner_id' and not attisdropped)`,
    );
    expect(withPartner.length).toBeGreaterThan(20);
    expect(withPartner.filter(({ isWalled, policies }) => !isWalled || policies === 0)).toEqual([]);
  });

  test('has rows that name their partner: no policy looks into another table', async () => {
    const looking = await own.sql(
      `select polrelid::regclass::text as "table" from pg_policy
       where concat(pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) ~* '\\mfrom\\M'`,
    );
    expect(looking).toEqual([]);
  });

  test('that the role can use has a policy, except those without rows of partners', async () => {
    const open = (await tables()).filter(({ isGranted, isWalled }) => isGranted && !isWalled);
    expect(open.map(({ name }) => name)).toEqual(SHARED);
  });

  test('is reached only through its policy: nothing is granted on partitions', async () => {
    const rows = await own.sql(
      `select relname from pg_class where relispartition
         and has_table_privilege('gateway_tenant', oid, 'select, insert, update, delete')`,
    );
    expect(rows).toEqual([]);
  });
});

/** Tables with a view; those of lists have only the columns that these are filtered by. */
const OF_LISTS = ['cash_in', 'customer', 'customer_registration', 'payment_account', 'pix_entry', 'pocket'];
const VIEWED = [...OF_LISTS, 'event', 'webhook_message'].sort();

describe('every view', () => {
  beforeAll(async () => {
    for (const partnerId of ['ACME_PAY', 'BETA_PAY']) await insertListedRows((text) => own.sql(text), partnerId, 8);
  });

  const views = () =>
    own.sql<{ name: string; mayRead: boolean; mayWrite: boolean }>(
      `select relname::text as "name", has_table_privilege('gateway_tenant', oid, 'select') as "mayRead",
         has_table_privilege('gateway_tenant', oid, 'insert, update, delete') as "mayWrite"
       from pg_class where relkind = 'v' and relnamespace = current_schema()::regnamespace order by relname`,
    );

  test('can be read by the role, and not be written', async () => {
    expect(await views()).toEqual(
      VIEWED.map((table) => ({ name: `${table}_of_partner`, mayRead: true, mayWrite: false })),
    );
  });

  test('shows the role all rows of its partner, none of others, and none without a partner', async () => {
    const databaseFor = await tenantDatabases(own.opened);
    for (const { name } of await views()) {
      const table = name.replace('_of_partner', '');
      const stored = await own.sql<{ owner: string; rows: number }>(
        `select partner_id as "owner", count(*)::int as "rows" from ${table} where partner_id is not null group by 1 order by 1`,
      );
      expect(stored.length).toBeGreaterThan(0);
      const shown = ownStatement<{ owner: string; rows: number }>(
        `test_read_${name}`,
        `select partner_id as "owner", count(*)::int as "rows" from ${name} group by 1`,
      );
      for (const own of stored) expect(await databaseFor(own.owner).run(shown, [])).toEqual([own]);
      for (const nobody of ['', 'NOBODY']) expect(await databaseFor(nobody).run(shown, [])).toEqual([]);
    }
  });

  test('has all columns of its table, unless it is for the filter of a list', async () => {
    const columnsOf = async (relation: string) => {
      const rows = await own.sql<{ name: string }>(
        `select attname::text as "name" from pg_attribute
         where attrelid = '${relation}'::regclass and attnum > 0 and not attisdropped order by attnum`,
      );
      return rows.map(({ name }) => name);
    };
    for (const table of VIEWED.filter((one) => !OF_LISTS.includes(one)))
      expect(await columnsOf(`${table}_of_partner`)).toEqual(await columnsOf(table));
  });
});
