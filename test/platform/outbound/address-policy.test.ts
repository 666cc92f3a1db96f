import { describe, expect, test } from '@jest/globals';
import { addressPolicy } from '../../../src/platform/outbound/address-policy.ts';

const policyOf = (...allowCidrs: string[]) => addressPolicy({ allowPrivate: false, allowCidrs });

describe('the address policy', () => {
  test.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.216.34',
    '100.63.255.255',
    '100.128.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:80b::200e',
    '2804:14c::1',
  ])('allows the public address %s', (address) => {
    expect(policyOf().allows(address)).toBe(true);
  });

  test.each([
    ['this network', '0.0.0.0'],
    ['this network', '0.1.2.3'],
    ['loopback', '127.0.0.1'],
    ['loopback', '127.255.255.254'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['link local, where clouds serve their secrets', '169.254.169.254'],
    ['public, by which a virtual machine of Azure reaches its host', '168.63.129.16'],
    ['carrier NAT', '100.64.0.1'],
    ['carrier NAT', '100.127.255.255'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarks', '198.18.0.1'],
    ['benchmarks', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['multicast', '239.255.255.255'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['loopback in full', '0:0:0:0:0:0:0:1'],
    ['IPv4 compatible', '::127.0.0.1'],
    ['IPv4 compatible', '::7f00:1'],
    ['IPv4 mapped', '::ffff:127.0.0.1'],
    ['IPv4 mapped', '::ffff:7f00:1'],
    ['IPv4 mapped, public inside', '::ffff:8.8.8.8'],
    ['IPv4 translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64, local', '64:ff9b:1::a00:1'],
    ['6to4', '2002:7f00:1::1'],
    ['Teredo', '2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['discard only', '100::1'],
    ['segment routing', '5f00::1'],
    ['unassigned', '4000::1'],
    ['unique local', 'fc00::1'],
    ['unique local, where clouds serve their secrets', 'fd00:ec2::254'],
    ['link local', 'fe80::1'],
    ['link local with a zone', 'fe80::1%eth0'],
    ['a public address with a zone', '2606:4700:4700::1111%eth0'],
    ['site local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['not an address but a number', '2130706433'],
    ['not an address but octal', '0177.0.0.1'],
    ['not an address but hexadecimal', '0x7f.0.0.1'],
    ['not an address but a short form', '127.1'],
    ['not an address but a leading zero', '08.8.8.8'],
    ['a name', 'localhost'],
    ['brackets', '[::1]'],
    ['white space', ' 8.8.8.8'],
    ['nothing', ''],
  ])('refuses %s: "%s"', (_kind, address) => {
    expect(policyOf().allows(address)).toBe(false);
  });

  test('opens the ranges that are configured, and no more', () => {
    const policy = policyOf('10.20.0.0/16', '127.0.0.1/32', 'fd00:1234::/32');
    for (const address of ['10.20.0.1', '10.20.255.255', '127.0.0.1', 'fd00:1234::1', '8.8.8.8'])
      expect([address, policy.allows(address)]).toEqual([address, true]);
    for (const address of ['10.21.0.0', '10.19.255.255', '127.0.0.2', 'fd00:1235::1', '::ffff:10.20.0.1', '::1'])
      expect([address, policy.allows(address)]).toEqual([address, false]);
  });

  test('allows every address in sandbox mode, and nothing that is not an address', () => {
    const policy = addressPolicy({ allowPrivate: true, allowCidrs: [] });
    for (const address of ['127.0.0.1', '::1', '10.0.0.1', '169.254.169.254', 'fe80::1%eth0', '8.8.8.8'])
      expect([address, policy.allows(address)]).toEqual([address, true]);
    expect(policy.allows('localhost')).toBe(false);
  });

  test.each([
    ['', 'is not an address range'],
    ['10.0.0.0', 'is not an address range'],
    ['10.0.0.0/', 'is not an address range'],
    ['10.0.0.0/33', 'is not an address range'],
    ['10.0.0.0/08', 'is not an address range'],
    ['10.0.0.0/-1', 'is not an address range'],
    ['10.0.0.0/255.0.0.0', 'is not an address range'],
    ['10/8', 'is not an address range'],
    ['010.0.0.0/8', 'is not an address range'],
    [' 10.0.0.0/8', 'is not an address range'],
    ['fd00::/129', 'is not an address range'],
    ['fe80::%eth0/10', 'is not an address range'],
    ['partner.example/24', 'is not an address range'],
    ['10.1.2.3/8', 'write 10.0.0.0/8'],
    ['fd00:1234::1/32', 'write fd00:1234::/32'],
  ])('refuses the range "%s" with a sentence', (range, sentence) => {
    expect(() => policyOf('10.0.0.0/8', range)).toThrow(sentence);
  });
});
