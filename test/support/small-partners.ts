import type { OwnDatabase } from './opened-database.ts';

/** Fills each empty table with one row, so that it has a page; what the rows contain does not matter. */
const FILL_EMPTY_TABLES = `
  do $fill$
  declare
    empty record;
    refused record;
  begin
    set local session_replication_role = replica;
    for empty in
      select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relispartition and pg_relation_size(oid) = 0
    loop
      execute format('drop table %s', empty.name);
    end loop;
    for empty in
      select oid::regclass as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and not relispartition and pg_relation_size(oid) = 0
    loop
      for refused in select conname from pg_constraint where conrelid = empty.name and contype = 'c' loop
        execute format('alter table %s drop constraint %I', empty.name, refused.conname);
      end loop;
      execute (
        select format('insert into %s (%s) overriding system value values (%s)', empty.name,
          string_agg(quote_ident(attname), ', '),
          string_agg(quote_literal(case
            when typcategory = 'E' then (select enumlabel from pg_enum where enumtypid = atttypid limit 1)
            when typcategory = 'D' then 'now'
            when typcategory = 'A' then '{}'
            when typname = 'uuid' then gen_random_uuid()::text
            else '1'
          end), ', '))
        from pg_attribute join pg_type on pg_type.oid = atttypid
        where attrelid = empty.name and attnum > 0 and not attisdropped and attgenerated = ''
      );
    end loop;
  end $fill$`;

/**
 * Makes PostgreSQL plan as it does for many partners of which most have a few rows: then it finds all rows of a partner
 * cheaper than a few rows by their ids, although one partner may have millions. Requires a superuser.
 */
export async function assumeSmallPartners(own: OwnDatabase): Promise<void> {
  await own.sql(FILL_EMPTY_TABLES);
  const tables = `select oid from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`;
  await own.sql(`delete from pg_statistic where starelid in (${tables})`);
  // Without statistics, 200 partners are assumed: three rows each.
  await own.sql(
    `update pg_class set relpages = pg_relation_size(oid) / current_setting('block_size')::int, reltuples = 1600
     where oid in (${tables})`,
  );
  await own.sql(`set cpu_tuple_cost = 1`);
}
