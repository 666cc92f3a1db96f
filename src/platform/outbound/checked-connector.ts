import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { buildConnector } from 'undici';
import type { HostCheck } from './host-addresses.ts';
import { openConnectionWith, type OpenConnection } from './open-connection.ts';

/** The error for connections that undici requests after `close`, or that are still being opened then. */
const CLOSED = new Error('The pool is closed: no new connections are opened.');

/**
 * Opens connections only to checked addresses: the socket connects to what the host check has returned. It keeps track
 * of open sockets, and releases each when it closes. One AbortSignal for all of them would not: Node leaves a listener
 * on the signal for each connection that it was passed to, and so retains the whole socket.
 */
export class CheckedConnector {
  private isClosed = false;
  private readonly sockets = new Set<Socket>();
  private readonly hosts: HostCheck;
  private readonly open: OpenConnection;

  /** @param timeoutMs longest wait for a connection, in milliseconds */
  constructor(hosts: HostCheck, timeoutMs: number) {
    this.hosts = hosts;
    this.open = openConnectionWith({ lookup: checkedLookup(hosts), timeout: timeoutMs });
  }

  readonly connect: buildConnector.connector = (options, callback) => {
    if (isIP(options.hostname) === 0) {
      this.openSocket(options, callback);
      return;
    }
    // A socket does not look up what is already an address.
    this.hosts.addressesOf(options.hostname).then(
      () => {
        this.openSocket(options, callback);
      },
      (error: unknown) => {
        callback(asError(error), null);
      },
    );
  };

  /** Closes every connection, including those that are still being opened, and opens no more. */
  close(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.destroy(CLOSED);
  }

  private openSocket(options: buildConnector.Options, callback: buildConnector.Callback): void {
    if (this.isClosed) {
      callback(CLOSED, null);
      return;
    }
    const socket = this.open(options, callback);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }
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
