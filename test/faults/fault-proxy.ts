import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A way to a server that can swallow, delay, reset and cut what goes over it, and lead to another server from then on. */
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

  /** New connections go there; those that exist end. */
  lead(target: number): void {
    this.target = target;
    this.reset();
  }

  /**
   * Swallows everything for a while, the end of a connection too. What was swallowed never arrives, and connections of
   * before stay dead without a word: whoever still waits on one waits for ever.
   */
  async swallow(milliseconds: number): Promise<void> {
    this.isSwallowing = true;
    for (const link of this.links) link.isDead = true;
    await wait(milliseconds);
    this.isSwallowing = false;
    for (const link of this.links) if (link.incoming.destroyed || link.outgoing.destroyed) end(link);
  }

  /** Holds each piece back for so long, in both directions. */
  delay(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  reset(): void {
    for (const { incoming, outgoing } of this.links) {
      incoming.resetAndDestroy();
      outgoing.resetAndDestroy();
    }
  }

  /** Resets everything for a while, and whoever comes. */
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
    from.on('data', (bytes: Buffer) => {
      if (link.isDead) return;
      if (this.latencyMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), this.latencyMs);
    });
  }
}

/** One connection on its way: from whoever came to the server. */
interface Link {
  readonly incoming: Socket;
  readonly outgoing: Socket;
  isDead: boolean;
}

function end({ incoming, outgoing }: Link): void {
  incoming.destroy();
  outgoing.destroy();
}
