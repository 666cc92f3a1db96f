import type { NodeConnectionOptions } from '@nats-io/transport-node';
import { isLoopbackName } from '../loopback-name.ts';

/** Supported URL parameters (ours: NATS has none); all others are refused. */
const PARAMETERS = ['tls', 'ca', 'cert', 'key'];

/** Returns what is wrong with the addresses of the servers, as the end of a sentence; undefined if they are valid. */
export function natsUrlProblem(addresses: string): string | undefined {
  const [first = '', ...others] = serversIn(addresses);
  if (others.some((other) => inCommonOf(other) !== inCommonOf(first)))
    return 'has servers that differ in more than host and port: write all with the same scheme, user and parameters';
  return parameterProblem(first);
}

function serversIn(addresses: string): readonly string[] {
  return addresses.split(',');
}

/** Returns what the client accepts only once for all servers. */
function inCommonOf(address: string): string {
  const { protocol, username, password, search } = new URL(address);
  return JSON.stringify([protocol, username, password, search]);
}

function parameterProblem(address: string): string | undefined {
  const { searchParams, protocol } = new URL(address);
  for (const name of searchParams.keys())
    if (!PARAMETERS.includes(name)) return `has the parameter ${name}: only ${PARAMETERS.join(', ')} are supported`;
  const tls = searchParams.get('tls');
  if (tls !== null && tls !== 'disable') return `has tls=${tls}: write tls=disable, or tls:// in place of nats://`;
  if (tls !== null && protocol === 'tls:') return 'is tls:// with tls=disable: write one of them';
  if (searchParams.has('cert') === searchParams.has('key')) return undefined;
  return 'has only one of cert and key: write both';
}

/**
 * Returns the connection options. TLS is required by `tls://`, and outside sandbox mode for servers on other machines,
 * unless the address has `tls=disable`.
 * @param addresses of the servers of a cluster, separated by commas
 */
export function natsOptions(addresses: string, sandbox: boolean): NodeConnectionOptions {
  const servers = serversIn(addresses).map((address) => new URL(address));
  const [{ protocol, username, password, searchParams } = new URL(addresses)] = servers;
  const isNear = sandbox || servers.every(({ hostname }) => isLoopbackName(hostname));
  const demandsTls = protocol === 'tls:' || !(isNear || searchParams.has('tls'));
  const [caFile, certFile, keyFile] = ['ca', 'cert', 'key'].map((name) => searchParams.get(name));
  const files = { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) };
  return {
    servers: servers.map(({ hostname, port }) => `${hostname}${port && `:${port}`}`),
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...((demandsTls || Object.keys(files).length > 0) && { tls: files }),
    ...(searchParams.has('tls') && { tls: null }),
  };
}
