import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Groups of an IPv6 address that are its network: owners of an address choose the remaining ones freely. */
const GROUPS_OF_NETWORK = 4;

/** Returns an IPv4 address as it is, and the network of an IPv6 one, and any other text as it is. */
export function networkOf(text: string): string {
  if (isIP(text) === 0) return text;
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv6
    ? address.parts
        .slice(0, GROUPS_OF_NETWORK)
        .map((group) => group.toString(16))
        .join(':')
    : address.toString();
}
