import { Migrator } from '@mikro-orm/migrations';
import type { DatabaseOptions, OpenedDatabase } from './database/opened-database.ts';
import { openPostgreSql } from './postgres/open-postgresql.ts';
import { knowEntities } from './statements/entities.ts';

/**
 * Opens the database through MikroORM: PostgreSQL with prepared, pipelined statements, or the embedded PGlite.
 * @throws DataDirectoryInUse when another process has the embedded database open
 */
export async function openDatabase(options: DatabaseOptions): Promise<OpenedDatabase> {
  knowEntities(options.entities);
  if (options.url !== undefined) return openPostgreSql(options.url, options, commonOptions(options));
  const { openPglite } = await import('./embedded/open-pglite.ts');
  return openPglite(options, commonOptions(options));
}

/** MikroORM's options for both databases. */
function commonOptions({ entities, migrations }: DatabaseOptions) {
  return {
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...migrations], snapshot: false, silent: true },
    // Policies, routines and views are written by hand, in migrations only.
    schemaGenerator: { ignorePolicies: true, ignoreRoutines: true, skipViews: [/./] },
  };
}
