import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Decides which addresses the gateway may connect to. */
export interface AddressPolicy {
  /** Checks whether a connection to `address` is allowed; texts that `net.isIP` does not recognize are refused. */
  allows(address: string): boolean;
}

export interface AddressRules {
  /** Every address is allowed, including those of this machine: sandbox mode. */
  readonly allowPrivate: boolean;
  /** Ranges that are allowed in addition to public addresses, such as `10.20.0.0/16`. */
  readonly allowCidrs: readonly string[];
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [base: Address, prefixLength: number];

/** The only assigned part of IPv6 (IANA, IPv6 Global Unicast Address Assignments); ipaddr.js only knows exceptions. */
const GLOBAL_UNICAST_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** A public address that is not on the internet: virtual machines of Azure reach their host by it, with its secrets. */
const AZURE_HOST = '168.63.129.16';

/**
 * Allows public unicast addresses, and those that the rules open in addition. An IPv6 address that represents an IPv4
 * one (mapped, NAT64, 6to4, Teredo) is not public: machines that we do not see decide where it leads.
 * @throws Error with a sentence that names the first invalid range
 */
export function addressPolicy({ allowPrivate, allowCidrs }: AddressRules): AddressPolicy {
  const opened = allowCidrs.map(readRange);
  if (allowPrivate) return { allows: (address) => isIP(address) !== 0 };
  return {
    allows: (text) => {
      // A zone (`fe80::1%eth0`) names an interface of this machine; public addresses have none.
      if (isIP(text) === 0 || text.includes('%')) return false;
      const address = ipaddr.parse(text);
      return isPublic(address) || opened.some((range) => isWithin(address, range));
    },
  };
}

/**
 * Returns a check of whether an address is within one of these ranges. An IPv4 address that a socket reports as an IPv6
 * one counts as IPv4.
 * @throws Error with a sentence that names the first invalid range
 */
export function withinRanges(ranges: readonly string[]): (address: string) => boolean {
  const read = ranges.map(readRange);
  return (text) => isIP(text) !== 0 && read.some((range) => isWithin(ipaddr.process(text), range));
}

function isPublic(address: Address): boolean {
  if (address.toString() === AZURE_HOST) return false;
  return address.range() === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, GLOBAL_UNICAST_IPV6));
}

function isWithin(address: Address, [base, prefixLength]: Range): boolean {
  return address.kind() === base.kind() && address.match(base, prefixLength);
}

/** Strict, since a range that is read as another one would allow addresses by mistake. */
function readRange(text: string): Range {
  const [, address = '', prefix = ''] = /^([^/%]+)\/(0|[1-9]\d*)$/.exec(text) ?? [];
  const family = isIP(address);
  const prefixLength = Number(prefix);
  if (family === 0 || prefixLength > (family === 4 ? 32 : 128))
    throw new Error(`"${text}" is not an address range: write it like 10.20.0.0/16 or fd00:1234::/32.`);
  const base = ipaddr.parse(address);
  const network = networkOf(text, family);
  if (base.toString() !== network)
    throw new Error(`"${text}" is not an address range, as it starts within one: write ${network}/${prefix}.`);
  return [base, prefixLength];
}

function networkOf(cidr: string, family: number): string {
  const { IPv4, IPv6 } = ipaddr;
  return (family === 4 ? IPv4.networkAddressFromCIDR(cidr) : IPv6.networkAddressFromCIDR(cidr)).toString();
}
