import type { EntityName } from '@mikro-orm/core';
import type { OpenedDatabase } from '../database/opened-database.ts';
import { Database } from '../database/database.ts';
import { execute } from './partitions.ts';

/** The login that relays, delivers and cleans up: it works for all partners, and cannot change the schema. */
const WORKER_ROLE = 'gateway_worker';
/** The login that serves: for a partner it acts as `gateway_tenant`, and otherwise has only the listed rights. */
const API_ROLE = 'gateway_api';

const RIGHTS = ['delete', 'insert', 'select', 'update'] as const;
type Right = (typeof RIGHTS)[number];

/** What a process with the role `api` may do with a table in its own name, for all partners. */
export interface ApiRights {
  readonly entity: EntityName;
  readonly may: readonly Right[];
}

interface WantedRights {
  readonly role: string;
  readonly table: string;
  /** In alphabetical order, separated by commas. */
  readonly rights: string;
}

/**
 * The audit log is append-only, for any login. An `api` process adds entries that wait for their place in a chain, and
 * cannot read them; a worker assigns the places.
 */
const ON_AUDIT: Readonly<Record<string, Readonly<Record<string, readonly Right[]>>>> = {
  audit_outbox: { [WORKER_ROLE]: ['delete', 'insert', 'select'], [API_ROLE]: ['insert'] },
  audit_entry: { [WORKER_ROLE]: ['insert', 'select'], [API_ROLE]: [] },
  audit_head: { [WORKER_ROLE]: ['insert', 'select', 'update'], [API_ROLE]: [] },
};

/**
 * Grants the logins of workers and of `api` processes the rights that they need on each table, and revokes all others.
 * The rights follow from the entities, so that a new table has its grants, and its view if it has one; a worker may call
 * each function that has the rights of the tables' owner. Without these logins nothing happens: the owner of the tables
 * does everything.
 */
export async function grantRights(opened: OpenedDatabase, apiRights: readonly ApiRights[]): Promise<void> {
  if (opened.embedded) return;
  const wanted = JSON.stringify(wantedRights(opened, apiRights));
  await execute(
    new Database(opened.sessions),
    GRANT_RIGHTS.replace('WANTED', () => wanted),
  );
}

function wantedRights({ entityManager }: OpenedDatabase, apiRights: readonly ApiRights[]): readonly WantedRights[] {
  const metadata = entityManager.getMetadata();
  const listed = new Map(apiRights.map(({ entity, may }) => [metadata.get(entity).tableName, may]));
  const tables = [...metadata.getAll().values()].map(({ tableName }) => tableName);
  return [
    ...[WORKER_ROLE, API_ROLE].map((role) => ({ role, table: 'mikro_orm_migrations', rights: 'select' })),
    ...tables.flatMap((table) => [
      { role: WORKER_ROLE, table, rights: (ON_AUDIT[table]?.[WORKER_ROLE] ?? RIGHTS).join(', ') },
      { role: WORKER_ROLE, table: `${table}_of_partner`, rights: 'select' },
      { role: API_ROLE, table, rights: (ON_AUDIT[table]?.[API_ROLE] ?? listed.get(table) ?? []).toSorted().join(', ') },
    ]),
  ];
}

/**
 * Checks before it changes anything, so that a policy is created once: the lock for it blocks readers. A role that owns
 * the table has all rights, and keeps them.
 */
const GRANT_RIGHTS = `do $do$
declare
  wanted record;
  target record;
  held text;
begin
  for wanted in
    select * from json_to_recordset($json$WANTED$json$) as listed (role text, "table" text, rights text)
    where to_regrole(listed.role) is not null
  loop
    select oid, relrowsecurity, relowner, relacl into target from pg_class where oid = to_regclass(wanted."table");
    continue when target.oid is null or target.relowner = to_regrole(wanted.role);
    select coalesce(string_agg(lower(privilege_type), ', ' order by privilege_type collate "C"), '') into held
      from aclexplode(target.relacl) where grantee = to_regrole(wanted.role);
    if held <> wanted.rights then
      execute format('revoke all on %s from %I', target.oid::regclass, wanted.role);
      if wanted.rights <> '' then
        execute format('grant %s on %s to %I', wanted.rights, target.oid::regclass, wanted.role);
      end if;
    end if;
    if wanted.rights <> '' and target.relrowsecurity
      and not exists (select from pg_policy where polrelid = target.oid and polname = 'all_of_' || wanted.role) then
      execute format('create policy %I on %s to %I using (true) with check (true)',
        'all_of_' || wanted.role, target.oid::regclass, wanted.role);
    end if;
  end loop;
  for wanted in select rolname as role from pg_roles where rolname in ('${WORKER_ROLE}', '${API_ROLE}') loop
    execute format('grant usage on schema %I to %I', current_schema(), wanted.role);
    execute format('grant usage on all sequences in schema %I to %I', current_schema(), wanted.role);
  end loop;
  if to_regrole('${WORKER_ROLE}') is not null then
    for target in
      select oid::regprocedure as signature from pg_proc
      where prosecdef and pronamespace = current_schema()::regnamespace
        and proowner = (select relowner from pg_class where oid = to_regclass('mikro_orm_migrations'))
    loop
      execute format('grant execute on function %s to %I', target.signature, '${WORKER_ROLE}');
    end loop;
  end if;
end $do$`;
