import { withSslMode } from '../platform/postgres/connection-url.ts';
import { settings } from './settings.ts';
import { storageSettings } from './storage-settings.ts';
import type { Environment } from './setting.ts';

/** What an operator's command reads of the environment: where things are stored, and what opens them. */
export interface StorageConfig {
  /** A `postgresql://` URL that says how it is encrypted, or undefined for the embedded PGlite under `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** The same by a login that may change the schema; undefined: that of `databaseUrl` does, or waits for who may. */
  readonly databaseMigrationUrl: string | undefined;
  /** Folder of the embedded database and of the sandbox signing key; `memory://` keeps nothing. */
  readonly dataDirectory: string;
  /** Passphrases of secrets at rest: the first seals, all open. Undefined: one that the database keeps itself. */
  readonly secretsKeys: readonly string[] | undefined;
}

/** @throws ConfigError */
export function readStorageConfig(environment: Environment): StorageConfig {
  const { databaseUrl, databaseMigrationUrl, dataDirectory, secretsKeys } = storageSettings;
  const url = databaseUrl.read(environment, false);
  const migrationUrl = databaseMigrationUrl.read(environment, false);
  const sandbox = settings.sandbox.read(environment, false) ?? false;
  return {
    databaseUrl: url && withSslMode(url, sandbox),
    databaseMigrationUrl: migrationUrl && withSslMode(migrationUrl, sandbox),
    dataDirectory: dataDirectory.read(environment, false),
    secretsKeys: secretsKeys.read(environment, false),
  };
}
