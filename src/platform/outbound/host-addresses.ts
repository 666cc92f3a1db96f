import { isIP } from 'node:net';
import type { AddressPolicy } from './address-policy.ts';
import { HOST_FAILURES, UnusableHost } from './call-failure.ts';
import type { ResolveHost } from './host-resolver.ts';

/** Error codes for a name server's answer that there is no such name or record. */
const NO_RECORD_CODES: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA']);

/** Looks up the addresses of hosts, and refuses hosts with an address that must not be called. */
export class HostCheck {
  /** Look-ups in progress: connections that are opened to a host concurrently share one. */
  private readonly lookUps = new Map<string, Promise<readonly string[]>>();
  private readonly policy: AddressPolicy;
  private readonly resolveHost: ResolveHost;

  constructor(policy: AddressPolicy, resolveHost: ResolveHost) {
    this.policy = policy;
    this.resolveHost = resolveHost;
  }

  /**
   * Returns the addresses of a host name, or the address that it already is; at least one, all of them allowed. A host
   * with a forbidden address is refused, since no proper host has both kinds.
   * @throws UnusableHost
   */
  async addressesOf(host: string): Promise<readonly string[]> {
    const addresses = isIP(host) === 0 ? await this.lookUp(host) : [host];
    if (!addresses.every((address) => this.policy.allows(address))) throw new UnusableHost(HOST_FAILURES.NOT_ALLOWED);
    return addresses;
  }

  private lookUp(host: string): Promise<readonly string[]> {
    const inFlight = this.lookUps.get(host);
    if (inFlight !== undefined) return inFlight;
    const lookUp = this.resolve(host).finally(() => this.lookUps.delete(host));
    this.lookUps.set(host, lookUp);
    return lookUp;
  }

  private async resolve(host: string): Promise<readonly string[]> {
    let addresses: readonly string[] = [];
    try {
      addresses = await this.resolveHost(host);
    } catch (error) {
      const isNoRecord =
        typeof error === 'object' && error !== null && 'code' in error && NO_RECORD_CODES.has(error.code);
      if (!isNoRecord) throw new UnusableHost(HOST_FAILURES.NOT_LOOKED_UP);
    }
    if (addresses.length === 0) throw new UnusableHost(HOST_FAILURES.NO_ADDRESS);
    return addresses;
  }
}
