import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { HostCheck } from './host-check.ts';

export interface ConnectorOptions {
  /** Longest wait for a connection, in milliseconds. */
  readonly timeoutMs: number;
  /** Ends every socket, those that are still connecting among them. */
  readonly signal: AbortSignal;
}

/** Opens connections to checked addresses alone: what the host check has returned is what the socket connects to. */
export function checkedConnector(hosts: HostCheck, { timeoutMs, signal }: ConnectorOptions): buildConnector.connector {
  const connect = buildConnector({
    lookup: checkedLookup(hosts),
    timeout: timeoutMs,
    signal,
    // Whatever the environment says (NODE_TLS_REJECT_UNAUTHORIZED).
    rejectUnauthorized: true,
    // One request at a time on a connection, so that one cut off takes no other with it.
    allowH2: false,
  });
  return (options, callback) => {
    if (isIP(options.hostname) === 0) {
      connect(options, callback);
      return;
    }
    // A socket asks for no look-up of what is an address already.
    hosts.addressesOf(options.hostname).then(
      () => {
        connect(options, callback);
      },
      (error: unknown) => {
        callback(asError(error), null);
      },
    );
  };
}

function checkedLookup(hosts: HostCheck): LookupFunction {
  return (host, { all }, callback) => {
    hosts.addressesOf(host).then(
      (addresses) => {
        const [first = ''] = addresses;
        if (all === true)
          callback(
            null,
            addresses.map((address) => ({ address, family: isIP(address) })),
          );
        else callback(null, first, isIP(first));
      },
      (error: unknown) => {
        callback(asError(error), []);
      },
    );
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
