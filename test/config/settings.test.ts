import { describe, expect, test } from '@jest/globals';
import { readConfig, settingGroups } from '../../src/config/config.ts';

const names = settingGroups.flatMap(({ settings }) => Object.values(settings).map(({ about }) => about.name));

test('the settings have one variable each', () => {
  expect(new Set(names).size).toBe(names.length);
});

describe('everything that is wrong', () => {
  test('is told at once, each setting in a sentence of its own', () => {
    const environment = { SANDBOX: 'false', PORT: 'http', AUTH_JWKS_URL: 'keys.json', TLS_KEY_FILE: 'server.key' };
    expect(() => readConfig({ ...environment, PROVIDER: 'rest' })).toThrow(
      [
        'PORT is "http": write a whole number from 0 to 65535.',
        'TLS_CERT_FILE is missing: TLS needs both a certificate and its key.',
        'DATABASE_URL is missing: it is required if SANDBOX is false. EMBEDDED=true allows the embedded database, which a power failure may damage.',
        'AUTH_JWKS_URL is "keys.json": write an http or https URL.',
        'AUTH_ISSUER is missing: it is required if SANDBOX is false or another issuer is set.',
        'AUTH_AUDIENCE is missing: it is required if SANDBOX is false or another issuer is set.',
        'PROVIDER_URL is missing: it is required if PROVIDER is rest.',
        'SECRETS_KEY is missing: it encrypts the credentials of partners, and is required if PROVIDER is rest and SANDBOX is false.',
      ].join('\n'),
    );
  });

  test.each([
    [{ SANDBOX: 'no', DATABASE_URL: 'postgresql://gateway@db.example.com/bank' }, /^SANDBOX is "no": .+\.$/],
    [
      { CLIENT_CERTIFICATE_HEADER: 'cert', CLIENT_CERTIFICATE_PROXIES: '10.0.0.0/8', TRUSTED_PROXIES: 'one' },
      /^TRUSTED_PROXIES is "one": .+\.$/,
    ],
    [{ PORT: 'x', ADMIN_PORT: '4000' }, /^PORT is "x": .+\.$/],
  ])('is told without what may follow from it alone: %j', (environment, sentence) => {
    expect(() => readConfig(environment)).toThrow(sentence);
  });
});

describe('a variable that is no setting', () => {
  test.each([
    ['CORS_ORIGIN', 'CORS_ORIGINS'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['sandbox', 'SANDBOX'],
    ['WEBHOOK_RETRIES_SECONDS', 'WEBHOOK_RETRY_SECONDS'],
  ])('is told with the one that was meant: %s', (name, meant) => {
    expect(readConfig({ [name]: 'x' }).warnings).toEqual([`${name} is not a setting: did you mean ${meant}?`]);
  });

  test.each(['HOME', 'HOSTNAME', 'PATH', 'TEST', 'USER', 'NATS_PORT', 'NODE_ENV', 'OTEL_EXPORTER_OTLP_LOGS_ENDPOINT'])(
    'is left alone if it is meant for others: %s',
    (name) => {
      expect(readConfig({ [name]: 'x' }).warnings).toEqual([]);
    },
  );
});
