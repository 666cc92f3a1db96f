import { connect, createServer, type Server, type Socket } from 'node:net';

interface Target {
  readonly host: string;
  readonly port: number;
}

/** A proxy to a server that can cut connections, and can switch to another server. */
export class CuttingProxy {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private target: Target;
  private timer: NodeJS.Timeout | undefined;
  cuts = 0;

  private constructor(target: Target) {
    this.target = target;
    this.server = createServer((incoming) => {
      this.join(incoming);
    });
  }

  static async to(target: Target): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(target);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.server.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  lead(target: Target): void {
    this.target = target;
  }

  /** Resets all connections immediately, whatever is in flight. */
  cut(): void {
    this.cuts += this.sockets.size > 0 ? 1 : 0;
    for (const socket of this.sockets) socket.resetAndDestroy();
  }

  /** Cuts again and again, at random moments up to `longestMs` apart. */
  cutAtRandom(random: () => number, longestMs: number): void {
    this.timer = setTimeout(() => {
      this.cut();
      this.cutAtRandom(random, longestMs);
    }, random() * longestMs);
  }

  holdStill(): void {
    clearTimeout(this.timer);
  }

  close(): void {
    this.holdStill();
    this.server.close();
    this.cut();
  }

  private join(incoming: Socket): void {
    const outgoing = connect(this.target);
    for (const socket of [incoming, outgoing]) {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        this.sockets.delete(socket);
        incoming.destroy();
        outgoing.destroy();
      });
    }
    incoming.pipe(outgoing).pipe(incoming);
  }
}
