import { lookup, Resolver } from 'node:dns/promises';

/** The addresses of a host name, at least one; rejects when there is none or nobody could be asked. */
export type ResolveHost = (host: string) => Promise<readonly string[]>;

/** Wait for one answer of a name server, in milliseconds, and how often it is asked. */
const QUERY_TIMEOUT_MS = 2_000;
const QUERY_TRIES = 2;

/** What `localhost` and everything below it stand for, whatever a name server says (RFC 6761, 6.3). */
const LOOPBACK_ADDRESSES = ['127.0.0.1', '::1'];

/**
 * Asks the name servers without the threads that the rest of the process shares (files, cryptography): a partner's
 * slow name server must not hold up others. Only names without a dot go through those threads, since the hosts file and
 * the service names of containers are known there only, and no partner's name server is asked for them.
 * @param resolver the name servers to ask; those of the machine, with bounded patience, unless given
 */
export function hostResolver(resolver = new Resolver({ timeout: QUERY_TIMEOUT_MS, tries: QUERY_TRIES })): ResolveHost {
  return async (host) => {
    const name = host.replace(/\.$/, '');
    if (/(^|\.)localhost$/i.test(name)) return LOOPBACK_ADDRESSES;
    if (!name.includes('.')) return (await lookup(name, { all: true })).map(({ address }) => address);
    return ask(resolver, name);
  };
}

/** A family without records is fine, as long as the other has some. */
async function ask(resolver: Resolver, name: string): Promise<readonly string[]> {
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  const addresses = [v4, v6].flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
  return addresses;
}
