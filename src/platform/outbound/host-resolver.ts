import { lookup, Resolver } from 'node:dns/promises';

/** Returns the addresses of a host name, at least one; rejects if there is none or no name server could be asked. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Timeout of a query to a name server, in milliseconds, and the number of tries. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** Addresses of `localhost` and all names below it, whatever a name server says (RFC 6761, 6.3). */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Queries name servers without the threads that the rest of the process shares (files, cryptography): a partner's slow
 * name server must not delay others. Only names without a dot use those threads, since only they know the hosts file
 * and the service names of containers, and no partner's name server is queried for such names.
 * @param resolver the name servers to query; by default those of the machine, with a timeout
 */
export function hostResolver(resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })): ResolveHost {
  return async (host) => {
    const name = host.replace(/\.$/, '');
    if (/(^|\.)localhost$/i.test(name)) return LOOPBACK_ADDRESSES;
    if (!name.includes('.')) return (await lookup(name, { all: true })).map(({ address }) => address);
    return ask(resolver, name);
  };
}

/** Queries both address families; one without records is fine, as long as the other has some. */
async function ask(resolver: Resolver, name: string): Promise<readonly string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
