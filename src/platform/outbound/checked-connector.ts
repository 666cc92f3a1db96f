import { isIP, Socket, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { HostCheck } from './host-check.ts';

/** Given to undici when a connection is asked for, or still being opened, at the end. */
const CLOSED = new Error('The pool is closed: no new connections are opened.');

/**
 * Opens connections to checked addresses only: what the host check has returned is what the socket connects to. It knows
 * the sockets that are open and forgets each as it closes. An AbortSignal for all of them would not: Node leaves a
 * listener on the signal of every connection that it was given to, and with it the whole socket.
 */
export class CheckedConnector {
  private isClosed = false;
  private readonly sockets = new Set<Socket>();
  private readonly hosts: HostCheck;
  /** It returns the socket while that is still connecting, which its types do not say. */
  private readonly open: (options: buildConnector.Options, callback: buildConnector.Callback) => unknown;

  /** @param timeoutMs longest wait for a connection, in milliseconds */
  constructor(hosts: HostCheck, timeoutMs: number) {
    this.hosts = hosts;
    this.open = buildConnector({
      lookup: checkedLookup(hosts),
      timeout: timeoutMs,
      // Whatever the environment says (NODE_TLS_REJECT_UNAUTHORIZED).
      rejectUnauthorized: true,
      // One request at a time on a connection, so that one cut off takes no other with it.
      allowH2: false,
    });
  }

  readonly connect: buildConnector.connector = (options, callback) => {
    if (isIP(options.hostname) === 0) {
      this.openSocket(options, callback);
      return;
    }
    // A socket asks for no look-up of what is an address already.
    this.hosts.addressesOf(options.hostname).then(
      () => {
        this.openSocket(options, callback);
      },
      (error: unknown) => {
        callback(asError(error), null);
      },
    );
  };

  /** Ends every connection, those that are still being opened among them, and opens no more. */
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
    if (!(socket instanceof Socket)) throw new TypeError('undici opens connections without showing their sockets.');
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
