import { databaseUrl, dataFolder, flag, integer, passphrases } from './kinds.ts';
import { optional, setting } from './setting.ts';

/** Where things are stored, and what opens them. */
export const storageSettings = {
  databaseUrl: optional(
    'DATABASE_URL',
    databaseUrl,
    'PGlite under `DATA_DIR`',
    'PostgreSQL 15 or newer; the database is made when it is missing. `sslmode` and its files are understood; outside sandbox mode another machine is called by `verify-full`',
  ),
  databaseMigrationUrl: optional(
    'DATABASE_MIGRATION_URL',
    databaseUrl,
    '`DATABASE_URL`',
    'the same database by the login that owns its tables: the start migrates by it, and serves by `DATABASE_URL`; see [Operations](operations.md)',
  ),
  dataDirectory: setting(
    'DATA_DIR',
    dataFolder,
    '.data',
    'folder of the embedded database and of the sandbox signing key; `memory://` keeps nothing',
  ),
  secretsKeys: optional(
    'SECRETS_KEY',
    passphrases,
    'a key in the database',
    'seal signing secrets, those of one-time codes and the keys of cursors; the first seals, all open',
  ),
};

/** How the database is used. */
export const databaseSettings = {
  embedded: setting(
    'EMBEDDED',
    flag,
    'false',
    'allows the embedded database outside sandbox mode; it runs without fsync, so a power cut may damage it',
  ),
  databasePoolSize: setting('DATABASE_POOL_SIZE', integer({ min: 2, max: 500 }), '10', 'connections per process'),
  rowLevelSecurity: setting(
    'ROW_LEVEL_SECURITY',
    flag,
    'false',
    'requests see the rows of their partner only, whatever a statement says; see [Operations](operations.md)',
  ),
};
