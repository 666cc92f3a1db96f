import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/reading.ts';

const issuer = {
  AUTH_ISSUER: 'https://id.example.com',
  AUTH_AUDIENCE: 'gateway',
  AUTH_JWKS_URL: 'https://id.example.com/keys',
};
const server = { DATABASE_URL: 'postgresql://gateway@db.example.com:5432/gateway', ...issuer };

function errorOf(environment: Readonly<Record<string, string>>): Error {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
  throw new Error('This environment was accepted.');
}

describe('an empty environment', () => {
  test('gives a sandbox that only this machine can reach', () => {
    expect(readConfig({})).toMatchObject({
      port: 4_000,
      host: '127.0.0.1',
      publicUrl: undefined,
      databaseUrl: undefined,
      databasePoolSize: 10,
      dataDirectory: '.data',
      rowLevelSecurity: false,
      sandbox: true,
      auth: { issuer: undefined, audience: 'partner-banking-gateway', jwksUrl: undefined, partnerClaim: 'partner_id' },
      webhooks: {
        retrySeconds: [5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400, 28_800, 57_600, 86_400],
        timeoutSeconds: 10,
        breakerFailures: 5,
        breakerSeconds: 30,
        callsAtOnce: 1_024,
        allowCidrs: [],
      },
      totpSender: undefined,
      secretsKeys: undefined,
      roles: new Set(['api', 'worker']),
      natsUrl: undefined,
      operationsAtOnce: 1_000,
      connectionsMax: 20_000,
      socketsPerPartner: 200,
      persistedDocuments: { file: undefined, only: false },
      alphanumericCnpj: false,
      tracing: undefined,
      analysisSeconds: 2,
      logLevel: 'info',
    });
  });

  test('equals blank variables', () => {
    const names = ['PORT', 'HOST', 'DATABASE_URL', 'DATA_DIR', 'SANDBOX', 'AUTH_ISSUER', 'AUTH_AUDIENCE'];
    const others = ['AUTH_JWKS_URL', 'AUTH_PARTNER_CLAIM', 'ROLES', 'PUBLIC_URL', 'LOG_LEVEL', 'ALPHANUMERIC_CNPJ'];
    const blanks = [...names, ...others].map((name, index) => [name, index % 2 === 0 ? '' : '  ']);
    expect(readConfig(Object.fromEntries(blanks))).toEqual(readConfig({}));
  });

  test('gives a configuration that cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
    expect(Object.isFrozen(readConfig({}).auth)).toBe(true);
    expect(Object.isFrozen(readConfig({}).webhooks)).toBe(true);
  });
});

describe('a server with a database', () => {
  test('is not a sandbox, and listens on every address', () => {
    expect(readConfig(server)).toMatchObject({
      sandbox: false,
      host: '0.0.0.0',
      databaseUrl: `${server.DATABASE_URL}?sslmode=verify-full`,
      auth: { issuer: 'https://id.example.com', audience: 'gateway', jwksUrl: 'https://id.example.com/keys' },
    });
  });

  test('is a sandbox if SANDBOX says so, and then needs no issuer', () => {
    const config = readConfig({ DATABASE_URL: server.DATABASE_URL, SANDBOX: 'true' });
    expect(config).toMatchObject({ sandbox: true, host: '127.0.0.1', auth: { jwksUrl: undefined } });
  });

  test.each(['AUTH_ISSUER', 'AUTH_AUDIENCE', 'AUTH_JWKS_URL'] as const)('does not start without %s', (name) => {
    expect(errorOf({ ...server, [name]: '' }).message).toMatch(new RegExp(`^${name} `));
  });

  test('does not print a wrong database address, which can contain a password', () => {
    const { message } = errorOf({ DATABASE_URL: 'mysql://root:hunter2@db.example.com' });
    expect(message).toMatch(/^DATABASE_URL /);
    expect(message).not.toContain('hunter2');
  });
});

describe('another issuer', () => {
  test('is named completely or not at all, also in sandbox mode', () => {
    expect(errorOf({ AUTH_JWKS_URL: issuer.AUTH_JWKS_URL }).message).toMatch(/^AUTH_ISSUER /);
    expect(errorOf({ ...issuer, AUTH_AUDIENCE: '' }).message).toMatch(/^AUTH_AUDIENCE /);
  });
});

describe('a variable', () => {
  test.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', '65535', { port: 65_535 }],
    ['PORT', ' 8080 ', { port: 8_080 }],
    ['HOST', '::1', { host: '::1' }],
    ['ADMIN_PORT', '9090', { admin: { host: '127.0.0.1', port: 9_090 } }],
    ['ADMIN_HOST', '0.0.0.0', { admin: { host: '0.0.0.0', port: undefined } }],
    ['DATABASE_POOL_SIZE', '2', { databasePoolSize: 2 }],
    ['DATABASE_POOL_SIZE', '500', { databasePoolSize: 500 }],
    ['ROW_LEVEL_SECURITY', 'true', { rowLevelSecurity: true }],
    ['ROW_LEVEL_SECURITY', 'false', { rowLevelSecurity: false }],
    ['DATA_DIR', 'memory://', { dataDirectory: 'memory://' }],
    ['SANDBOX', 'true', { sandbox: true }],
    ['AUTH_PARTNER_CLAIM', 'tenant', { auth: { partnerClaim: 'tenant' } }],
    ['AUTH_AUDIENCE', 'mine', { auth: { audience: 'mine' } }],
    ['ROLES', 'api', { roles: new Set(['api']) }],
    ['NATS_URL', 'nats://127.0.0.1:4222', { natsUrl: 'nats://127.0.0.1:4222' }],
    ['NATS_URL', 'nats://a:4222,nats://b:4222', { natsUrl: 'nats://a:4222,nats://b:4222' }],
    ['OPERATIONS_AT_ONCE', '50', { operationsAtOnce: 50 }],
    ['CONNECTIONS_MAX', '50', { connectionsMax: 50 }],
    ['SOCKETS_PER_PARTNER', '0', { socketsPerPartner: 0 }],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'http://collector:4318', { tracing: { sampleRatio: 1 } }],
    ['ROLES', ' worker , api ', { roles: new Set(['worker', 'api']) }],
    ['PUBLIC_URL', 'https://api.example.com', { publicUrl: 'https://api.example.com' }],
    ['PUBLIC_URL', 'https://api.example.com/bank//', { publicUrl: 'https://api.example.com/bank' }],
    ['ALPHANUMERIC_CNPJ', 'true', { alphanumericCnpj: true }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['ANALYSIS_SECONDS', '0', { analysisSeconds: 0 }],
    ['ANALYSIS_SECONDS', '0.5', { analysisSeconds: 0.5 }],
    ['WEBHOOK_RETRY_SECONDS', '1, 2,3', { webhooks: { retrySeconds: [1, 2, 3] } }],
    ['WEBHOOK_TIMEOUT_SECONDS', '60', { webhooks: { timeoutSeconds: 60 } }],
    ['WEBHOOK_BREAKER_FAILURES', '1', { webhooks: { breakerFailures: 1 } }],
    ['WEBHOOK_BREAKER_SECONDS', '0.5', { webhooks: { breakerSeconds: 0.5 } }],
    ['WEBHOOK_CALLS_AT_ONCE', '64', { webhooks: { callsAtOnce: 64 } }],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0/8, fd00::/8', { webhooks: { allowCidrs: ['10.0.0.0/8', 'fd00::/8'] } }],
    ['TOTP_SENDER_URL', 'https://codes.example.com/send', { totpSender: { url: 'https://codes.example.com/send' } }],
    ['TOTP_SENDER_URL', 'http://127.0.0.1:4002/codes', { totpSender: { token: undefined } }],
    ['SECRETS_KEY', 'n'.repeat(32), { secretsKeys: ['n'.repeat(32)] }],
  ])('%s accepts %j', (name, value, read) => {
    expect(readConfig({ [name]: value })).toMatchObject(read);
  });

  test.each([
    ['PORT', '-1'],
    ['ADMIN_PORT', '65536'],
    ['ADMIN_PORT', '4000'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '1e3'],
    ['PORT', '0x50'],
    ['PORT', 'http'],
    ['DATABASE_POOL_SIZE', '1'],
    ['DATABASE_POOL_SIZE', '501'],
    ['DATABASE_POOL_SIZE', 'ten'],
    ['DATABASE_URL', 'db.example.com'],
    ['DATABASE_URL', 'mysql://db.example.com/gateway'],
    ['SANDBOX', 'yes'],
    ['SANDBOX', 'TRUE'],
    ['SANDBOX', '1'],
    ['ROLES', 'admin'],
    ['NATS_URL', 'http://127.0.0.1:4222'],
    ['NATS_URL', 'nats://a:4222,b:4222'],
    ['NATS_URL', 'nats://a:4222,'],
    ['NATS_URL', 'nats://a:4222,tls://b:4222'],
    ['NATS_URL', 'nats://user:secret@a:4222,nats://b:4222'],
    ['OPERATIONS_AT_ONCE', '0'],
    ['SOCKETS_PER_PARTNER', 'many'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ['ROLES', 'api,admin'],
    ['ROLES', 'api,,worker'],
    ['ROLES', ','],
    ['PUBLIC_URL', 'api.example.com'],
    ['PUBLIC_URL', 'ftp://api.example.com'],
    ['ALPHANUMERIC_CNPJ', 'no'],
    ['LOG_LEVEL', 'verbose'],
    ['LOG_LEVEL', 'INFO'],
    ['WEBHOOK_RETRY_SECONDS', '5,soon'],
    ['WEBHOOK_RETRY_SECONDS', '-1'],
    ['WEBHOOK_TIMEOUT_SECONDS', '0'],
    ['WEBHOOK_TIMEOUT_SECONDS', '61'],
    ['WEBHOOK_BREAKER_FAILURES', '0'],
    ['WEBHOOK_CALLS_AT_ONCE', '0'],
    ['WEBHOOK_BREAKER_SECONDS', '1e1'],
    ['WEBHOOK_BREAKER_SECONDS', '.5'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.0'],
    ['WEBHOOK_ALLOW_CIDRS', '10.0.0.1/8'],
    ['SECRETS_KEY', 'short'],
    ['TOTP_SENDER_URL', 'codes.example.com'],
    ['TOTP_SENDER_URL', 'ftp://codes.example.com'],
    ['TOTP_SENDER_URL', 'https://user:secret@codes.example.com'],
    ['ANALYSIS_SECONDS', '-1'],
    ['ANALYSIS_SECONDS', '3601'],
    ['ANALYSIS_SECONDS', 'soon'],
  ])('%s refuses %j, and the sentence names it', (name, value) => {
    expect(errorOf({ [name]: value }).message).toMatch(new RegExp(`^${name} .*: write .+\\.$`, 'm'));
  });

  test('TOTP_SENDER_URL must be https outside sandbox mode, and TOTP_SENDER_TOKEN valid in a header', () => {
    expect(errorOf({ ...server, TOTP_SENDER_URL: 'http://codes.example.com' }).message).toMatch(/^TOTP_SENDER_URL /);
    const url = { TOTP_SENDER_URL: 'https://codes.example.com' };
    expect(readConfig({ ...url, TOTP_SENDER_TOKEN: 'a.b-c=' }).totpSender).toMatchObject({ token: 'a.b-c=' });
    const { message } = errorOf({ ...url, TOTP_SENDER_TOKEN: 'hunter2\nx' });
    expect(message).toMatch(/^TOTP_SENDER_TOKEN /);
    expect(message).not.toContain('hunter2');
  });

  test('AUTH_JWKS_URL refuses what is not an address', () => {
    expect(errorOf({ ...issuer, AUTH_JWKS_URL: 'keys.json' }).message).toMatch(/^AUTH_JWKS_URL .*: write .+\.$/);
  });
});
