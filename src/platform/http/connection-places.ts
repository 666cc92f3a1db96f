import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { FairShares } from '../limits/fair-shares.ts';
import { networkOf } from './client-network.ts';

/** Proxies, under a name that no address has: each carries many clients, and may use all that is free. */
const PROXIES = '(proxies)';

export interface ConnectionPlacesOptions {
  /** Connections of the process, of HTTP and of sockets. */
  readonly max: number;
  /** Whether connections come from proxies: then only sockets have an address. */
  readonly areProxied: boolean;
}

/** Bounds the connections of a process: one address may use half of those that all others leave free. */
export class ConnectionPlaces {
  readonly max: number;
  private readonly shares: FairShares;
  private readonly areProxied: boolean;
  /** How many connections were closed at once, since the process began. */
  refused = 0;

  constructor({ max, areProxied }: ConnectionPlacesOptions) {
    this.max = max;
    this.shares = new FairShares(max);
    this.areProxied = areProxied;
  }

  get open(): number {
    return this.max - this.shares.free;
  }

  /** Gives a connection a place, or closes it. */
  readonly admit = (connection: Socket): void => {
    const owner = this.areProxied ? PROXIES : networkOf(connection.remoteAddress ?? '');
    if (!(this.areProxied ? this.shares.free > 0 : this.shares.mayTake(owner, 1))) {
      this.refused += 1;
      connection.destroy();
      return;
    }
    this.shares.take(owner, 1);
    connection.once('close', () => {
      this.shares.give(owner, 1);
    });
  };

  /** Gives a socket behind a proxy, whose connection has a place, one of its address; false: that has its share. */
  admitSocket(socket: Duplex, address: string): boolean {
    if (!this.areProxied) return true;
    this.shares.give(PROXIES, 1);
    const owner = this.shares.mayTake(address, 1) ? address : PROXIES;
    this.shares.take(owner, 1);
    if (owner === PROXIES) return false;
    socket.once('close', () => {
      this.shares.give(owner, 1);
      this.shares.take(PROXIES, 1);
    });
    return true;
  }
}
