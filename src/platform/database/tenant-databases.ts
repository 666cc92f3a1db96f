import { EnvironmentError } from '../environment-error.ts';
import { Database } from './database.ts';
import type { OpenedDatabase } from './opened-database.ts';
import type { Sessions } from './sessions.ts';
import { statement } from '../statements/statement.ts';
import { TENANT_ROLE } from './tenant.ts';

/**
 * Returns the database as a partner can see it, on connections of its share. Behind row-level security no rows are visible
 * without a partner.
 */
export type DatabaseFor = (partnerId: string | undefined) => Database;

/** Callers without a token share the connections of one partner. */
const NOBODY = '';

/** Returns databases for partners without row-level security. */
export function sharedDatabases({ sessions }: OpenedDatabase): DatabaseFor {
  return (partnerId = NOBODY) => new Database(sharesOf(sessions, partnerId));
}

function sharesOf(sessions: Sessions, partnerId: string): Sessions {
  return sessions.of?.(partnerId) ?? sessions;
}

/** Row-level security would not apply to the role that works for partners; the message says what to do. */
export class UnfitTenantRole extends EnvironmentError {}

/** Table owners, members of owners, superusers and roles with BYPASSRLS see all rows. */
const FIND_TENANT_ROLE = statement(
  'find_tenant_role',
  `select rolsuper or rolbypassrls or exists (
     select from pg_class where relrowsecurity and pg_has_role(role.oid, relowner, 'member')
   ) as "seesAll"
   from pg_roles as role where rolname = $1`,
);

/**
 * Returns databases for partners. Their statements run behind row-level security, a second line of defence.
 * @throws UnfitTenantRole
 */
export async function tenantDatabases({ sessions }: OpenedDatabase): Promise<DatabaseFor> {
  const [role] = await new Database(sessions).run(FIND_TENANT_ROLE, [TENANT_ROLE]);
  if (role?.seesAll !== false)
    throw new UnfitTenantRole(
      `The role ${TENANT_ROLE} is missing, or row-level security does not apply to it: it must be NOSUPERUSER and NOBYPASSRLS, own no tables, and not be a member of a role that owns them. Or start with ROW_LEVEL_SECURITY=false.`,
    );
  return (partnerId = NOBODY) => new Database(sharesOf(sessions, partnerId), partnerId);
}
