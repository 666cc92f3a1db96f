import { dataFolder, flag, integer, passphrases } from './kinds.ts';
import { optional, setting } from './setting.ts';
import { databaseUrl } from './url-kinds.ts';

/** Where data is stored, and the keys that encrypt its secrets. */
export const storageSettings = {
  databaseUrl: optional(
    'DATABASE_URL',
    databaseUrl,
    'PGlite in `DATA_DIR`',
    'PostgreSQL 15 or newer; a missing database is created. `sslmode` and its files are supported; outside sandbox mode remote servers require `verify-full`',
  ),
  databaseMigrationUrl: optional(
    'DATABASE_MIGRATION_URL',
    databaseUrl,
    '`DATABASE_URL`',
    'the same database, with the login that owns its tables, which runs the migrations at startup. Host, port and name may differ if one of the URLs leads through a pooler; another database is refused. See [Operations](operations.md)',
  ),
  dataDirectory: setting(
    'DATA_DIR',
    dataFolder,
    '.data',
    'folder of the embedded database and the sandbox signing key; `memory://` stores nothing',
  ),
  secretsKeys: optional(
    'SECRETS_KEY',
    passphrases,
    'a key in the database',
    'passphrases that encrypt signing secrets, secrets of one-time codes, cursor keys, and credentials at the provider; the first encrypts, all decrypt. Required if `PROVIDER` is `rest` and `SANDBOX` is false',
  ),
};

/** How the database is used. */
export const databaseSettings = {
  embedded: setting(
    'EMBEDDED',
    flag,
    'false',
    'allows the embedded database outside sandbox mode; it runs without fsync, so that a power failure may damage it',
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    integer({ min: 2, max: 500 }),
    '10',
    'database connections per process',
  ),
  rowLevelSecurity: setting(
    'ROW_LEVEL_SECURITY',
    flag,
    'false',
    'the database enforces that requests access only rows of their partner; see [Operations](operations.md)',
  ),
};
