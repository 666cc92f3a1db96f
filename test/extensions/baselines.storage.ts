import { expect, test } from '@jest/globals';
import { migrations } from '../../src/capabilities.ts';
import type { Capability } from '../../src/capability.ts';
import { extensions } from '../../src/extensions.ts';
import { OwnDatabase } from '../support/opened-database.ts';

function namesOf(declared: Capability['migrations'] = []): readonly string[] {
  return declared.map(({ name }) => name);
}

/** Everything in the schema, with the rights on it. */
function catalogue(own: OwnDatabase) {
  return own.sql<object>(
    `select relname as "name", relkind::text as "of", relacl::text as "rights" from pg_class
     where relnamespace = current_schema()::regnamespace and relname not like 'mikro_orm%'
     union all select attrelid::regclass || '.' || attname, format_type(atttypid, atttypmod), attacl::text
     from pg_attribute join pg_class on pg_class.oid = attrelid and relnamespace = current_schema()::regnamespace
     where not attisdropped
     union all select proname, pg_get_functiondef(oid), proacl::text from pg_proc
     where pronamespace = current_schema()::regnamespace
     union all select typname, typtype::text, null from pg_type where typnamespace = current_schema()::regnamespace
     union all select polname, pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid) from pg_policy
     union all select conname, pg_get_constraintdef(oid), null from pg_constraint
     where connamespace = current_schema()::regnamespace
     order by 1, 2, 3`,
  );
}

test('the migrations of each extension add to those of the core, and take away what they added', async () => {
  const own = await OwnDatabase.open({ isEmpty: true });
  const { migrator } = own.opened.orm;
  const added = extensions.map(({ capabilities }) => capabilities.flatMap((one) => namesOf(one.migrations)));
  await migrator.up({ migrations: migrations.map(({ name }) => name).filter((name) => !added.flat().includes(name)) });
  const core = await catalogue(own);
  for (const names of added.filter(({ length }) => length > 0)) {
    await migrator.up({ migrations: [...names] });
    expect(await catalogue(own)).not.toEqual(core);
    await migrator.down({ migrations: [...names] });
    expect(await catalogue(own)).toEqual(core);
  }
  await own.close();
});
