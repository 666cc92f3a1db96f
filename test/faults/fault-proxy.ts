import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** A way to a server that can swallow, delay and reset what goes over it, and lead to another server from then on. */
export class FaultProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private port_: number;
  private isSwallowing = false;
  private latencyMs = 0;

  private constructor(target: number) {
    this.port_ = target;
    this.server = createServer((incoming) => {
      this.join(incoming);
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
    this.port_ = target;
    this.reset();
  }

  /** Swallows everything for a while, and says nothing to anybody; what was swallowed never arrives. */
  async swallow(milliseconds: number): Promise<void> {
    this.isSwallowing = true;
    const lost = [...this.sockets];
    await wait(milliseconds);
    this.isSwallowing = false;
    for (const socket of lost) socket.destroy();
  }

  /** Holds each piece back for so long, in both directions. */
  delay(milliseconds: number): void {
    this.latencyMs = milliseconds;
  }

  reset(): void {
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  close(): void {
    this.server.close();
    this.reset();
  }

  private join(incoming: Socket): void {
    const outgoing = connect(this.port_, '127.0.0.1');
    for (const socket of [incoming, outgoing]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        if (this.isSwallowing) return;
        incoming.destroy();
        outgoing.destroy();
      });
    }
    this.carry(incoming, outgoing);
    this.carry(outgoing, incoming);
  }

  private carry(from: Socket, to: Socket): void {
    from.on('data', (bytes: Buffer) => {
      if (this.isSwallowing) return;
      if (this.latencyMs === 0) to.write(bytes);
      else setTimeout(() => to.write(bytes), this.latencyMs);
    });
  }
}
