import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/reading.ts';
import { readStorageConfig } from '../../src/config/storage.ts';

function expectRefused(environment: Readonly<Record<string, string>>, message: RegExp): void {
  const start = () => readConfig(environment);
  expect(start).toThrow(ConfigError);
  expect(start).toThrow(message);
}

describe('a list', () => {
  test.each([
    ['WEBHOOK_RETRY_SECONDS', ','],
    ['WEBHOOK_RETRY_SECONDS', '5,,30'],
    ['WEBHOOK_RETRY_SECONDS', '5,30,'],
    ['CORS_ORIGINS', ','],
    ['CORS_ORIGINS', 'https://a.example.com,,https://b.example.com'],
    ['WEBHOOK_ALLOW_CIDRS', ','],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8,'],
    ['SECRETS_KEY', ','],
    ['SECRETS_KEY', `${'n'.repeat(32)},`],
  ])('%s refuses %j, which has an empty item', (name, value) => {
    expectRefused({ [name]: value }, new RegExp(`^${name} .*: write .+\\.$`));
  });
});

describe('PUBLIC_URL', () => {
  test.each([
    'https://api.example.com/?',
    'https://api.example.com/?tenant=1',
    'https://api.example.com/#top',
    'https://api.example.com#',
  ])('refuses %s, which cannot be extended by a path', (url) => {
    expectRefused({ PUBLIC_URL: url }, /^PUBLIC_URL is "\S+": write .+ without "\?" and "#"\.$/);
  });

  test.each(['https://ana@api.example.com', 'https://ana:hunter2@api.example.com', 'https://:hunter2@api.example.com'])(
    'refuses %s, and does not repeat the password',
    (url) => {
      expectRefused({ PUBLIC_URL: url }, /^PUBLIC_URL contains a user or a password: write it without\.$/);
    },
  );
});

describe('a value that the mode does not use', () => {
  test.each([
    ['EMBEDDED', 'x'],
    ['PROVIDER_URL', 'provider'],
    ['PROVIDER_TIMEOUT_SECONDS', '0'],
    ['PROVIDER_RATE', 'x'],
    ['PROVIDER_RATE', '1/10'],
    ['PROVIDER_URL', 'http://localhost/?a=1'],
    ['PROVIDER_FRESH_SECONDS', '-1'],
    ['PROVIDER_HEADER_PREFIX', 'x svc'],
    ['TOTP_SENDER_TOKEN', 'a b'],
    ['OTEL_TRACES_SAMPLER_ARG', '2'],
  ])('also stops the start: %s is %j', (name, value) => {
    expectRefused({ [name]: value }, new RegExp(`^${name} .*: write .+\\.$`));
  });
});

describe('the port 0, on which nothing can listen', () => {
  const issuer = { AUTH_ISSUER: 'https://id.example.com', AUTH_AUDIENCE: 'gateway' };

  test.each([
    ['AUTH_JWKS_URL', 'https://id.example.com:0/keys'],
    ['CORS_ORIGINS', 'https://app.example.com,http://localhost:0'],
    ['DATABASE_URL', 'postgresql://gateway:hunter2@localhost:0/gateway'],
    ['NATS_URL', 'nats://a:4222,nats://b:0'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:0'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://collector:0/v1/traces'],
    ['PROVIDER_TOKEN_URL', 'http://localhost:0/oauth/token'],
    ['PROVIDER_URL', 'http://localhost:0'],
    ['PUBLIC_URL', 'http://localhost:0'],
  ])('is refused in %s', (name, url) => {
    expectRefused(
      { ...issuer, AUTH_JWKS_URL: 'https://id.example.com/keys', [name]: url },
      new RegExp(`^${name} has the port 0, .+\\.$`),
    );
  });

  test('is refused in TOTP_SENDER_URL too', () => {
    expectRefused(
      { TOTP_SENDER_URL: 'http://localhost:0/' },
      /^TOTP_SENDER_URL cannot be used \(The port of the URL is 0/,
    );
  });
});

describe('a % that starts no escape', () => {
  test.each([
    ['NATS_URL', 'nats://gateway:hunter2%@localhost:4222'],
    ['NATS_URL', 'nats://a:4222,nats://100%:4222'],
    ['DATABASE_URL', 'postgresql://gateway:hunter2%@localhost/gateway'],
  ])('is refused in %s, without repeating the password', (name, url) => {
    expectRefused(
      { [name]: url },
      new RegExp(`^${name} has a % that does not start an escape: write %25 for a %\\.$`, 'm'),
    );
  });
});

describe('a fragment', () => {
  test.each([
    ['DATABASE_URL', 'postgresql://gateway:hunter2@localhost/gateway#1'],
    ['DATABASE_URL', 'postgresql://gateway:hunter2@localhost/gateway#'],
    ['NATS_URL', 'nats://localhost:4222#?tls=disable'],
  ])('is refused in %s, which has none', (name, url) => {
    expectRefused({ [name]: url }, new RegExp(`^${name} has a #: write %23 for a #\\.$`, 'm'));
  });

  test.each(['http://collector:4318?', 'http://ana:hunter2@collector:4318/?tenant=1', 'http://collector:4318/#'])(
    'and a query are refused in OTEL_EXPORTER_OTLP_ENDPOINT, to which a path is appended: %s',
    (url) => {
      const sentence =
        /^OTEL_EXPORTER_OTLP_ENDPOINT has a "\?" or a "#": write it without, since a path is appended\.$/;
      expectRefused({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, sentence);
    },
  );
});

describe('CLIENT_CERTIFICATE_HEADER', () => {
  test.each(['authorization', 'Authorization', 'cookie', 'dpop', 'host', 'user-agent', 'x-forwarded-for'])(
    'cannot be %s, which has another meaning',
    (header) => {
      const environment = { CLIENT_CERTIFICATE_PROXIES: '10.0.0.0/8', TRUSTED_PROXIES: '1' };
      expectRefused(
        { ...environment, CLIENT_CERTIFICATE_HEADER: header },
        /^CLIENT_CERTIFICATE_HEADER is "\S+": write the name of a header .+\.$/,
      );
    },
  );
});

describe('DATABASE_MIGRATION_URL', () => {
  const OWNER = 'postgresql://gateway:hunter2@127.0.0.1:5432/gateway';

  test('is refused without DATABASE_URL, which would leave it unused', () => {
    const sentence = /^DATABASE_URL is missing: .+ DATABASE_MIGRATION_URL .+\.$/;
    expectRefused({ DATABASE_MIGRATION_URL: OWNER }, sentence);
    expect(() => readStorageConfig({ DATABASE_MIGRATION_URL: OWNER })).toThrow(sentence);
  });

  test('can have another host, port and name than DATABASE_URL, which may lead through a pooler', () => {
    const environment = { DATABASE_URL: 'postgresql://api@pooler:6432/alias', SANDBOX: 'true' };
    expect(readConfig({ ...environment, DATABASE_MIGRATION_URL: OWNER }).databaseMigrationUrl).toContain(OWNER);
  });
});
