import * as v from 'valibot';
import { parameterProblem, withSslMode } from '../platform/postgres/connection-url.ts';
import { escapeProblem, listOf, portProblem, problem } from '../platform/settings/kinds.ts';
import { optional, setting, settingGroup } from '../platform/settings/setting.ts';
import { readFrom, type Environment } from './reading.ts';

/** A shorter passphrase could be guessed with a stolen dump. */
const PASSPHRASE_LENGTH_MIN = 32;

const passphrase = v.pipe(
  v.string(),
  v.minLength(PASSPHRASE_LENGTH_MIN, `is too short: write at least ${PASSPHRASE_LENGTH_MIN} random characters`),
);

/** A PostgreSQL URL. It can contain a password, which is never shown. */
const databaseUrl = v.pipe(
  v.string(),
  problem((value) => {
    const url = URL.parse(value);
    if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
      return 'is not a PostgreSQL URL: write postgresql://user@host:5432/database';
    if (url.pathname.length < 2) return 'does not name a database: write postgresql://user@host:5432/database';
    return escapeProblem(value) ?? portProblem(value) ?? parameterProblem(value);
  }),
  v.description('postgresql://user@host:5432/database'),
);

const settings = {
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
    // Any other URL would become a folder of that name, and its data would be as good as lost.
    v.pipe(
      v.string(),
      v.check((folder) => !folder.includes('://') || folder === 'memory://'),
      v.description('a folder, or memory:// to store nothing'),
    ),
    '.data',
    'folder of the embedded database and the sandbox signing key; `memory://` stores nothing',
  ),
  secretsKeys: optional(
    'SECRETS_KEY',
    listOf(passphrase, `passphrases of ${PASSPHRASE_LENGTH_MIN} characters or more, separated by commas`),
    'a key in the database',
    'passphrases that encrypt signing secrets, secrets of one-time codes, and credentials at the provider; the first encrypts, all decrypt. Required if `PROVIDER` is `rest` and `SANDBOX` is false',
  ),
};

/** Where data is stored, and the keys that encrypt its secrets. */
export const storage = settingGroup('Storage', settings, (values, reading) => {
  const { databaseUrl: url, databaseMigrationUrl: migrationUrl } = values;
  if (migrationUrl !== undefined && !reading.isGiven('DATABASE_URL'))
    reading.refuse(
      'DATABASE_URL',
      'is missing: write the database of DATABASE_MIGRATION_URL with the login of the gateway',
    );
  return {
    ...values,
    databaseUrl: url && withSslMode(url, reading.isSandbox),
    databaseMigrationUrl: migrationUrl && withSslMode(migrationUrl, reading.isSandbox),
  };
});

/** @throws ConfigError */
export function readStorageConfig(environment: Environment) {
  return readFrom(environment, (reading) => reading.of(storage));
}

/** What operator commands read from the environment. */
export type StorageConfig = ReturnType<typeof readStorageConfig>;
