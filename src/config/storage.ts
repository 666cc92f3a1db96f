import { withSslMode } from '../platform/postgres/connection-url.ts';
import { settings } from './settings.ts';
import { storageSettings } from './storage-settings.ts';
import { ConfigError, type Environment } from './setting.ts';

/** What operator commands read from the environment: where data is stored, and the keys that encrypt its secrets. */
export interface StorageConfig {
  /** A `postgresql://` URL with an `sslmode`; undefined: the embedded PGlite in `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** The same with a login that can change the schema; undefined: that of `databaseUrl` migrates or waits for it. */
  readonly databaseMigrationUrl: string | undefined;
  /** Folder of the embedded database and of the sandbox signing key; `memory://` stores nothing. */
  readonly dataDirectory: string;
  /** Passphrases for secrets at rest: the first encrypts, all decrypt. Undefined: a key in the database. */
  readonly secretsKeys: readonly string[] | undefined;
}

/** @throws ConfigError */
export function readStorageConfig(environment: Environment): StorageConfig {
  const { databaseUrl, databaseMigrationUrl, dataDirectory, secretsKeys } = storageSettings;
  const url = databaseUrl.read(environment, false);
  const migrationUrl = databaseMigrationUrl.read(environment, false);
  if (migrationUrl !== undefined && url === undefined)
    throw new ConfigError(
      `${databaseUrl.name} is missing: write the database of ${databaseMigrationUrl.name} with the login of the gateway.`,
    );
  const sandbox = settings.sandbox.read(environment, false) ?? false;
  return {
    databaseUrl: url && withSslMode(url, sandbox),
    databaseMigrationUrl: migrationUrl && withSslMode(migrationUrl, sandbox),
    dataDirectory: dataDirectory.read(environment, false),
    secretsKeys: secretsKeys.read(environment, false),
  };
}
