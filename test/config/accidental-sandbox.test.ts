import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';

const issuer = {
  AUTH_ISSUER: 'https://id.example.com',
  AUTH_AUDIENCE: 'gateway',
  AUTH_JWKS_URL: 'https://id.example.com/keys',
};

describe('a server without a database', () => {
  test.each(['0.0.0.0', '::', '10.1.2.3', 'gateway.internal'])(
    'does not become a reachable sandbox by accident: %s',
    (host) => {
      const environment = { HOST: host, NODE_ENV: 'production' };
      expect(() => readConfig(environment)).toThrow(/^DATABASE_URL is missing, and HOST is .+ SANDBOX=true .+\.$/);
      expect(readConfig({ ...environment, SANDBOX: 'true' })).toMatchObject({ sandbox: true, isReachable: true, host });
    },
  );

  test('is also reachable by a public address', () => {
    expect(readConfig({}).isReachable).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'http://localhost:4000' }).isReachable).toBe(false);
    expect(readConfig({ PUBLIC_URL: 'https://sandbox.example.com' }).isReachable).toBe(true);
  });

  test('uses the embedded database outside sandbox mode only if EMBEDDED says so', () => {
    const embedded = { ...issuer, SANDBOX: 'false' };
    expect(() => readConfig(embedded)).toThrow(/^DATABASE_URL is missing: .+ EMBEDDED=true .+\.$/);
    expect(readConfig({ ...embedded, EMBEDDED: 'true' })).toMatchObject({ sandbox: false, databaseUrl: undefined });
  });
});
