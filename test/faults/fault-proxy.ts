import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy to a server that can swallow, delay and reset traffic, refuse connections, and switch to another server. */
export class FaultProxy {
  private readonly links = new Set<Link>();
  private readonly server: Server;
  private target: number;
  private isSwallowing = false;
  private isCut = false;
  private latencyMs = 0;

  private constructor(target: number) {
    this.target = target;
    this.server = createServer((incoming) => {
      if (this.isCut) incoming.resetAndDestroy();
      else this.join(incoming);
    });
  }

  /** @param target port on this machine */
  static async to(target: number): Promise<FaultProxy> {
    const proxy = new FaultProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  /** Forwards new connections to another port; existing ones are reset. */
  lead(target: number): void {
    this.target = target;
    this.reset();
  }

  /**
   * Swallows everything for a while, also the end of a connection. Swallowed bytes never arrive, and connections from
   * before stay dead without notice: a side that still waits on one waits forever.
   */
  async swallow(milliseconds: number): Promise<void> {
    this.isSwallowing = true;
    for (const link of this.links) link.isDead = true;
    await wait(milliseconds);
    this.isSwallowing = false;
    for (const link of this.links) if (link.incoming.destroyed || link.outgoing.destroyed) end(link);
  }

  /** Delays each chunk by this time, in both directions. */
  delay(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  reset(): void {
    for (const { incoming, outgoing } of this.links) {
      incoming.resetAndDestroy();
      outgoing.resetAndDestroy();
    }
  }

  /** Resets all connections, and for a while each new one. */
  async cut(milliseconds: number): Promise<void> {
    this.isCut = true;
    this.reset();
    await wait(milliseconds);
    this.isCut = false;
  }

  close(): void {
    this.server.close();
    this.reset();
  }

  private join(incoming: Socket): void {
    const link = { incoming, outgoing: connect(this.target, '127.0.0.1'), isDead: this.isSwallowing };
    this.links.add(link);
    for (const socket of [link.incoming, link.outgoing]) {
      socket.on('error', () => undefined);
      socket.on('close', () => {
        if (!this.isSwallowing) end(link);
        if (link.incoming.destroyed && link.outgoing.destroyed) this.links.delete(link);
      });
    }
    this.carry(link, incoming, link.outgoing);
    this.carry(link, link.outgoing, incoming);
  }

  private carry(link: Link, from: Socket, to: Socket): void {
    // A later chunk must not overtake one that is still delayed.
    let sent = Promise.resolve();
    from.on('data', (bytes: Buffer) => {
      if (link.isDead) return;
      const delayed = this.latencyMs === 0 ? undefined : wait(this.latencyMs);
      sent = sent.then(() => delayed).then(() => void to.write(bytes));
    });
  }
}

/** A connection through the proxy, from a client to the server. */
interface Link {
  readonly incoming: Socket;
  readonly outgoing: Socket;
  isDead: boolean;
}

function end({ incoming, outgoing }: Link): void {
  incoming.destroy();
  outgoing.destroy();
}
