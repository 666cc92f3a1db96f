import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/reading.ts';
import { readStorageConfig } from '../../src/config/storage.ts';

const HEADER = { CLIENT_CERTIFICATE_HEADER: 'Client-Cert', CLIENT_CERTIFICATE_PROXIES: '10.0.0.0/8, fd00::/8' };
const TLS = { TLS_CERT_FILE: 'server.crt', TLS_KEY_FILE: 'server.key' };

describe('without settings', () => {
  test('no header has certificates, nothing is encrypted, and tokens can be plain', () => {
    const { auth, tls } = readConfig({});
    expect(auth).toMatchObject({ isBindingRequired: false, forwardedCertificates: undefined });
    expect(tls).toBeUndefined();
  });
});

describe('the header of certificates', () => {
  test('is trusted from the named proxies', () => {
    expect(readConfig({ ...HEADER, TRUSTED_PROXIES: '1' }).auth.forwardedCertificates).toEqual({
      header: 'client-cert',
      proxies: ['10.0.0.0/8', 'fd00::/8'],
    });
  });

  test.each([
    ['no proxy is trusted', HEADER, /^CLIENT_CERTIFICATE_HEADER is client-cert, and TRUSTED_PROXIES is 0: /],
    ['TRUSTED_PROXIES is 0', { ...HEADER, TRUSTED_PROXIES: '0' }, /TRUSTED_PROXIES is 0/],
    [
      'no proxies are named',
      { CLIENT_CERTIFICATE_HEADER: 'client-cert', TRUSTED_PROXIES: '1' },
      /^CLIENT_CERTIFICATE_PROXIES is missing/,
    ],
    [
      'no header is named',
      { CLIENT_CERTIFICATE_PROXIES: '10.0.0.0/8', TRUSTED_PROXIES: '1' },
      /^CLIENT_CERTIFICATE_HEADER is missing/,
    ],
    [
      'its name is invalid',
      { ...HEADER, TRUSTED_PROXIES: '1', CLIENT_CERTIFICATE_HEADER: 'client cert' },
      /write the name of a header/,
    ],
    [
      'its proxies are invalid',
      { ...HEADER, TRUSTED_PROXIES: '1', CLIENT_CERTIFICATE_PROXIES: 'proxy' },
      /^CLIENT_CERTIFICATE_PROXIES is "proxy": /,
    ],
  ])('stops the start when %s', (_case, environment, message) => {
    const start = () => readConfig(environment);
    expect(start).toThrow(ConfigError);
    expect(start).toThrow(message);
  });
});

describe('TLS', () => {
  test('needs a certificate and its key', () => {
    expect(readConfig(TLS).tls).toEqual({
      certificate: 'server.crt',
      key: 'server.key',
      clientAuthorities: undefined,
    });
    expect(readConfig({ ...TLS, TLS_CLIENT_CA_FILE: 'ca.crt' }).tls).toMatchObject({ clientAuthorities: 'ca.crt' });
  });

  test.each([
    ['TLS_KEY_FILE', { TLS_CERT_FILE: 'server.crt' }],
    ['TLS_CERT_FILE', { TLS_KEY_FILE: 'server.key' }],
    ['TLS_CERT_FILE', { TLS_CLIENT_CA_FILE: 'ca.crt' }],
  ])('stops the start without %s', (missing, environment) => {
    expect(() => readConfig(environment)).toThrow(new RegExp(`^${missing} is missing`));
  });
});

describe('the database on another machine', () => {
  test.each(['', '?', '?application_name=bank%20a&'])('must have a certificate if its URL ends with %j', (end) => {
    const { databaseUrl = '' } = readStorageConfig({ DATABASE_URL: `postgresql://gateway@db.example.com/bank${end}` });
    expect(new URL(databaseUrl).searchParams.get('sslmode')).toBe('verify-full');
  });
});
