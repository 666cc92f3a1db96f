import type { NodeConnectionOptions } from '@nats-io/transport-node';
import { isLoopbackName } from '../http/host-check.ts';

/** Parameters of an address that are understood (ours: NATS has none); each other one is refused. */
const PARAMETERS = ['tls', 'ca', 'cert', 'key'];

/** What is wrong with the parameters of an address, as the end of a sentence; undefined: nothing. */
export function natsUrlProblem(address: string): string | undefined {
  const { searchParams, protocol } = new URL(address);
  for (const name of searchParams.keys())
    if (!PARAMETERS.includes(name)) return `has the parameter ${name}: only ${PARAMETERS.join(', ')} are understood`;
  const tls = searchParams.get('tls');
  if (tls !== null && tls !== 'disable') return `has tls=${tls}: write tls=disable, or tls:// in place of nats://`;
  if (tls !== null && protocol === 'tls:') return 'is tls:// with tls=disable: write one of them';
  if (searchParams.has('cert') === searchParams.has('key')) return undefined;
  return 'has one of cert and key: write both';
}

/**
 * What the client is told. `tls://` demands TLS, and so does what leaves this machine outside sandbox mode, unless the
 * address says `tls=disable`.
 */
export function natsOptions(address: string, sandbox: boolean): NodeConnectionOptions {
  const { protocol, hostname, port, username, password, searchParams } = new URL(address);
  const isNear = sandbox || isLoopbackName(hostname);
  const demandsTls = protocol === 'tls:' || !(isNear || searchParams.has('tls'));
  const [caFile, certFile, keyFile] = ['ca', 'cert', 'key'].map((name) => searchParams.get(name));
  const files = { ...(caFile && { caFile }), ...(certFile && { certFile }), ...(keyFile && { keyFile }) };
  return {
    servers: `${hostname}${port && `:${port}`}`,
    ...(username !== '' && { user: decodeURIComponent(username), pass: decodeURIComponent(password) }),
    ...((demandsTls || Object.keys(files).length > 0) && { tls: files }),
    ...(searchParams.has('tls') && { tls: null }),
  };
}
