import { describe, expect, test } from '@jest/globals';
import { portProblem, readTarget, targetProblem } from '../../../src/platform/outbound/target-url.ts';

const strict = { allowHttp: false };
const sandbox = { allowHttp: true };

describe('the URL of an endpoint', () => {
  test.each([
    'https://partner.example/hook',
    'https://partner.example',
    'https://partner.example:8443/hook?partner=1&x=%20',
    'https://PARTNER.example./hook',
    'https://pagamentos.são.example/hook',
    'https://[2606:4700:4700::1111]/hook',
    'HTTPS://partner.example/hook',
  ])('may be %s', (text) => {
    expect(targetProblem(text, strict)).toBeUndefined();
  });

  test.each([
    ['', 'The URL cannot be parsed.'],
    ['partner.example/hook', 'The URL cannot be parsed.'],
    ['https://', 'The URL cannot be parsed.'],
    ['https://256.256.256.256/', 'The URL cannot be parsed.'],
    ['https://[fe80::1%25eth0]/', 'The URL cannot be parsed.'],
    ['https://partner.example:65536/', 'The URL cannot be parsed.'],
    ['http://partner.example/hook', 'The URL is not https.'],
    ['ftp://partner.example/hook', 'The URL is not https.'],
    ['file:///etc/passwd', 'The URL is not https.'],
    ['javascript:alert(1)', 'The URL is not https.'],
    ['https://user@partner.example/', 'The URL contains a user name or a password.'],
    ['https://:secret@partner.example/', 'The URL contains a user name or a password.'],
    ['https://partner.example/#part', 'The URL contains a fragment.'],
    ['https://partner.example/#', 'The URL contains a fragment.'],
    [' https://partner.example/', 'The URL contains a space or a control character.'],
    ['https://partner.example/a b', 'The URL contains a space or a control character.'],
    ['https://part\tner.example/', 'The URL contains a space or a control character.'],
    ['https://partner.example/\r\nx: y', 'The URL contains a space or a control character.'],
    ['https://partner.example/\0', 'The URL contains a space or a control character.'],
    ['https://partner.example:0/', 'The port of the URL is 0, on which nothing can listen.'],
    ['https://./', 'The URL has no host name that could be looked up.'],
    ['https://partner..example/', 'The URL has no host name that could be looked up.'],
    ['https://partner.example../', 'The URL has no host name that could be looked up.'],
    [`https://${'a'.repeat(64)}.example/`, 'The URL has no host name that could be looked up.'],
    [`https://${'a.'.repeat(127)}example/`, 'The URL has no host name that could be looked up.'],
  ])('must not be %j: %s', (text, problem) => {
    expect(targetProblem(text, strict)).toBe(problem);
  });

  test.each(['https://partner.example:25/', 'https://partner.example:22/hook', 'https://partner.example:1023'])(
    'must not be %s, whose port belongs to another service',
    (text) => {
      expect(portProblem(text)).toBe('The port of the URL is none for webhooks: give 443, or 1024 or above.');
    },
  );

  test.each([
    'https://partner.example',
    'https://partner.example:443/',
    'https://partner.example:1024',
    'https://partner.example:8443',
  ])('may have the port of %s', (text) => {
    expect(portProblem(text)).toBeUndefined();
  });

  test('may be plain http in sandbox mode, and nothing else', () => {
    expect(targetProblem('http://localhost:3000/hook', sandbox)).toBeUndefined();
    expect(targetProblem('https://partner.example/hook', sandbox)).toBeUndefined();
    expect(targetProblem('ftp://partner.example/hook', sandbox)).toBe('The URL is neither http nor https.');
  });

  test.each([
    ['2130706433', '127.0.0.1'],
    ['0x7f000001', '127.0.0.1'],
    ['017700000001', '127.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['0177.0.0.1', '127.0.0.1'],
    ['127.1', '127.0.0.1'],
    ['127.0.0.1.', '127.0.0.1'],
    ['１２７.０.０.１', '127.0.0.1'],
    ['127。0。0。1', '127.0.0.1'],
    ['%31%32%37.0.0.1', '127.0.0.1'],
    ['0', '0.0.0.0'],
    ['[::ffff:127.0.0.1]', '::ffff:7f00:1'],
    ['[0:0:0:0:0:0:0:1]', '::1'],
    ['[::127.0.0.1]', '::7f00:1'],
    ['ⓛocalhost', 'localhost'],
    ['localhost.', 'localhost.'],
  ])('with the host %s leads to %s', (written, host) => {
    expect(readTarget(`https://${written}:8443/hook?x=1`, strict)).toMatchObject({ host, path: '/hook?x=1' });
  });
});
