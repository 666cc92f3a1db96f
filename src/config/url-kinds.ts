import { parameterProblem } from '../platform/postgres/connection-url.ts';
import { natsUrlProblem } from '../platform/wake-ups/nats-url.ts';
import { ConfigError, type Kind } from './setting.ts';

export const httpUrl: Kind<string> = {
  wanted: 'an http or https URL',
  parse: (value, name) => {
    refusePortZero(value, name);
    return hasProtocol(value, ['http:', 'https:']) ? value : undefined;
  },
};

/** A URL that paths are appended to. If it has a password, the error does not show it. */
export const baseUrl: Kind<string> = {
  wanted: 'an http or https URL without "?" and "#"',
  parse: (value, name) => {
    if (!hasProtocol(value, ['http:', 'https:'])) return undefined;
    refusePortZero(value, name);
    const { username, password } = new URL(value);
    if (username !== '' || password !== '')
      throw new ConfigError(`${name} contains a user or a password: write it without.`);
    return /[?#]/.test(value) ? undefined : value;
  },
};

/** A URL that OpenTelemetry appends a path to. It can have a password, which the error does not show. */
export const collectorUrl: Kind<string> = {
  wanted: baseUrl.wanted,
  parse: (value, name) => {
    if (/[?#]/.test(value))
      throw new ConfigError(`${name} has a "?" or a "#": write it without, since a path is appended.`);
    return httpUrl.parse(value, name);
  },
};

export const origin: Kind<string> = {
  wanted: 'origins such as https://app.example.com',
  parse: (value, name) => {
    refusePortZero(value, name);
    return hasProtocol(value, ['http:', 'https:']) && URL.parse(value)?.origin === value ? value : undefined;
  },
};

export const natsUrl: Kind<string> = {
  wanted: 'nats://host:4222, or several separated by commas',
  parse: (value, name) => {
    if (!value.split(',').every((address) => hasProtocol(address, ['nats:', 'tls:'])))
      throw new ConfigError(`${name} is not a NATS URL: write nats://host:4222, or tls://host:4222.`);
    for (const address of value.split(',')) refusePortZero(address, name);
    refuseUnescaped(value, name);
    const problem = natsUrlProblem(value);
    if (problem !== undefined) throw new ConfigError(`${name} ${problem}.`);
    return value;
  },
};

/** A PostgreSQL URL. It can contain a password, which is never shown. */
export const databaseUrl: Kind<string> = {
  wanted: 'postgresql://user@host:5432/database',
  parse: (value, name) => {
    const url = URL.parse(value);
    if (url === null || !['postgres:', 'postgresql:'].includes(url.protocol))
      throw new ConfigError(`${name} is not a PostgreSQL URL: write postgresql://user@host:5432/database.`);
    refuseUnescaped(value, name);
    refusePortZero(value, name);
    if (url.pathname.length < 2)
      throw new ConfigError(`${name} does not name a database: write postgresql://user@host:5432/database.`);
    const problem = parameterProblem(value);
    if (problem !== undefined) throw new ConfigError(`${name} ${problem}.`);
    return value;
  },
};

function hasProtocol(value: string, protocols: readonly string[]): boolean {
  return protocols.includes(URL.parse(value)?.protocol ?? '');
}

/** The value is not shown: it may have a password. */
function refusePortZero(value: string, name: string): void {
  if (URL.parse(value)?.port === '0')
    throw new ConfigError(`${name} has the port 0, on which nothing can listen: write another one.`);
}

/** What follows a `#` would be ignored. The value is not shown: it may have a password. */
function refuseUnescaped(value: string, name: string): void {
  if (!canBeDecoded(value)) throw new ConfigError(`${name} has a % that does not start an escape: write %25 for a %.`);
  if (value.includes('#')) throw new ConfigError(`${name} has a #: write %23 for a #.`);
}

function canBeDecoded(url: string): boolean {
  try {
    return decodeURIComponent(url) !== '';
  } catch {
    return false;
  }
}
