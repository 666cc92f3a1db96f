import { EnvironmentError } from '../environment-error.ts';
import { Database } from './database.ts';
import type { OpenedDatabase } from './open-database.ts';
import { statement } from '../statements/statement.ts';
import { TENANT_ROLE } from './tenant.ts';

/** The database as a partner may see it; without a partner no rows are visible. */
export type DatabaseFor = (partnerId: string | undefined) => Database;

/** Row-level security would not hold the role that works for partners; the message says what to do. */
export class UnfitTenantRole extends EnvironmentError {}

/** Owners, members of owners, superusers, and who may bypass it, see all rows. */
const FIND_TENANT_ROLE = statement<{ seesAll: boolean }>(
  'find_tenant_role',
  `select rolsuper or rolbypassrls or exists (
     select from pg_class where relrowsecurity and pg_has_role(role.oid, relowner, 'member')
   ) as "seesAll"
   from pg_roles as role where rolname = $1`,
);

/**
 * The second wall: what is done for a partner is done behind row-level security, whatever its statements say.
 * @throws UnfitTenantRole
 */
export async function tenantDatabases({ sessions }: OpenedDatabase): Promise<DatabaseFor> {
  const [role] = await new Database(sessions).run(FIND_TENANT_ROLE, [TENANT_ROLE]);
  if (role?.seesAll !== false)
    throw new UnfitTenantRole(
      `The role ${TENANT_ROLE} is missing, or row-level security does not hold it: it must own no tables, be no member of who does, no superuser, and NOBYPASSRLS. Or start with ROW_LEVEL_SECURITY=false.`,
    );
  return (partnerId = '') => new Database(sessions, partnerId);
}
