import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/reading.ts';

const server = {
  DATABASE_URL: 'postgresql://gateway@db.example.com/gateway',
  AUTH_ISSUER: 'https://id.example.com',
  AUTH_AUDIENCE: 'gateway',
  AUTH_JWKS_URL: 'https://id.example.com/keys',
};

describe('limits', () => {
  test('are generous in the sandbox if they concern persons', () => {
    expect(readConfig({})).toMatchObject({
      rateLimit: { requests: 180, seconds: 10 },
      lookupBudgets: { partner: { points: 10_000, seconds: 1 }, person: { points: 1_000, seconds: 1 } },
      anonymousLimits: { all: { requests: 6_000, seconds: 10 }, address: { requests: 3_000, seconds: 10 } },
      trustedProxies: 0,
      introspection: 'on',
      totpLimits: { openMax: 1_000, dailyMax: 10_000, waitSeconds: 0 },
    });
  });

  test('are strict elsewhere', () => {
    expect(readConfig(server)).toMatchObject({
      rateLimit: { requests: 180, seconds: 10 },
      lookupBudgets: { partner: { points: 100, seconds: 60 }, person: { points: 5, seconds: 600 } },
      anonymousLimits: { all: { requests: 600, seconds: 10 }, address: { requests: 120, seconds: 10 } },
      introspection: 'on',
      totpLimits: { openMax: 3, dailyMax: 10, waitSeconds: 1 },
      bodyMemoryBytes: 256 * 2 ** 20,
      configurationsMax: 100,
    });
  });

  test.each([
    ['RATE_LIMIT', '0', { rateLimit: undefined, anonymousLimits: { all: undefined, address: undefined } }],
    ['RATE_LIMIT', '20/1', { rateLimit: { requests: 20, seconds: 1 } }],
    ['ANONYMOUS_RATE', '0', { anonymousLimits: { all: undefined, address: { requests: 3_000, seconds: 10 } } }],
    ['ANONYMOUS_RATE_ADDRESS', '30/1', { anonymousLimits: { address: { requests: 30, seconds: 1 } } }],
    ['TRUSTED_PROXIES', '2', { trustedProxies: 2 }],
    ['INTROSPECTION', 'off', { introspection: 'off' }],
    ['INTROSPECTION', 'authenticated', { introspection: 'authenticated' }],
    ['LOOKUP_BUDGET', '0', { lookupBudgets: undefined }],
    ['LOOKUP_BUDGET', '1000/6', { lookupBudgets: { partner: { points: 1_000, seconds: 6 } } }],
    ['LOOKUP_BUDGET_PERSON', '3/900', { lookupBudgets: { person: { points: 3, seconds: 900 } } }],
    ['TOTP_OPEN_MAX', '5', { totpLimits: { openMax: 5 } }],
    ['TOTP_DAILY_MAX', '20', { totpLimits: { dailyMax: 20 } }],
    ['TOTP_WAIT_SECONDS', '2.5', { totpLimits: { waitSeconds: 2.5 } }],
    ['BODY_MEMORY_MB', '8', { bodyMemoryBytes: 8 * 2 ** 20 }],
    ['WEBHOOK_CONFIGURATIONS_MAX', '250', { configurationsMax: 250 }],
  ])('%s accepts %j', (name, value, read) => {
    expect(readConfig({ [name]: value })).toMatchObject(read);
  });

  test.each([
    ['RATE_LIMIT', '180'],
    ['RATE_LIMIT', '0/10'],
    ['RATE_LIMIT', '10/0'],
    ['RATE_LIMIT', '-1/10'],
    ['ANONYMOUS_RATE', '600'],
    ['ANONYMOUS_RATE_ADDRESS', '0/1'],
    ['TRUSTED_PROXIES', '-1'],
    ['INTROSPECTION', 'true'],
    ['LOOKUP_BUDGET', '100'],
    ['LOOKUP_BUDGET', '0/60'],
    ['LOOKUP_BUDGET_PERSON', '0'],
    ['LOOKUP_BUDGET_PERSON', '5/0'],
    ['TOTP_OPEN_MAX', '0'],
    ['TOTP_DAILY_MAX', 'many'],
    ['TOTP_WAIT_SECONDS', '61'],
    ['WEBHOOK_CONFIGURATIONS_MAX', '0'],
  ])('%s refuses %j, and the sentence names it', (name, value) => {
    const read = () => readConfig({ [name]: value });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name} .*: write .+\\.$`));
  });
});
