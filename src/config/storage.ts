import { ConfigError, listOf } from './environment.ts';

/** What an operator's command reads of the environment: where things are stored, and what opens them. */
export interface StorageConfig {
  /** A `postgresql://` URL, or undefined for the embedded PGlite under `dataDirectory`. */
  readonly databaseUrl: string | undefined;
  /** Folder of the embedded database and of the sandbox signing key; `memory://` keeps nothing. */
  readonly dataDirectory: string;
  /** Passphrases of secrets at rest: the first seals, all open. Undefined: one that the database keeps itself. */
  readonly secretsKeys: readonly string[] | undefined;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function reader(environment: Environment): (name: string) => string | undefined {
  return (name) => environment[name]?.trim() || undefined;
}

/** @throws ConfigError */
export function readStorageConfig(environment: Environment): StorageConfig {
  const read = reader(environment);
  return {
    databaseUrl: readDatabaseUrl(read('DATABASE_URL')),
    dataDirectory: readDataDirectory(read('DATA_DIR')),
    secretsKeys: readSecretsKeys(read('SECRETS_KEY')),
  };
}

/** A short passphrase could be guessed from a stolen dump. */
const SECRETS_KEY_LENGTH_MIN = 32;

function readSecretsKeys(value: string | undefined): readonly string[] | undefined {
  if (value === undefined) return undefined;
  const keys = listOf(value);
  if (keys.some((key) => key.length < SECRETS_KEY_LENGTH_MIN))
    throw new ConfigError(`SECRETS_KEY is too short: write at least ${SECRETS_KEY_LENGTH_MIN} random characters.`);
  return keys;
}

function readDatabaseUrl(value: string | undefined): string | undefined {
  if (value === undefined) return undefined;
  const url = URL.parse(value);
  if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
    throw new ConfigError('DATABASE_URL is no PostgreSQL address: write postgresql://user@host:5432/database.');
  if (!canBeDecoded(value)) throw new ConfigError('DATABASE_URL has a % that begins no escape: write %25 for a %.');
  if (url.pathname.length < 2)
    throw new ConfigError('DATABASE_URL names no database: write postgresql://user@host:5432/database.');
  return value;
}

function canBeDecoded(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}

/** Anything else that looks like an address would be a folder of that name, and as good as lost. */
function readDataDirectory(value = '.data'): string {
  if (value.includes('://') && value !== 'memory://')
    throw new ConfigError(`DATA_DIR is "${value}": write a folder, or memory:// to keep nothing.`);
  return value;
}
