import { connect, createServer, type Server, type Socket } from 'node:net';

/** Messages after which a client of PostgreSQL waits for an answer: Sync and Query. */
const WAITED_FOR = ['S', 'Q'];
/** Size of the length of a message, and of its type and length, in bytes. */
const [LENGTH_BYTES, HEAD_BYTES] = [4, 5];

/** A proxy to PostgreSQL that counts the round trips of its clients. */
export class CountingProxy {
  roundTrips = 0;
  private readonly uncounted: readonly string[];
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;

  private constructor({ hostname, port }: URL, uncounted: readonly string[]) {
    this.uncounted = uncounted;
    this.server = createServer((incoming) => {
      const outgoing = connect(Number(port), hostname);
      for (const socket of [incoming, outgoing]) {
        this.sockets.add(socket);
        socket.on('error', () => undefined);
        socket.on('close', () => {
          incoming.destroy();
          outgoing.destroy();
        });
      }
      incoming.on('data', this.counting());
      incoming.pipe(outgoing).pipe(incoming);
    });
  }

  /**
   * @param database URL of a database, reached without TLS
   * @param uncounted names of statements whose round trips are not counted, such as those that no client waits for
   */
  static async to(database: string, uncounted: readonly string[] = []): Promise<CountingProxy> {
    const proxy = new CountingProxy(new URL(database), uncounted);
    await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  /** Returns the URL of the database through this proxy. */
  urlOf(database: string): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('It listens no more.');
    return Object.assign(new URL(database), { hostname: '127.0.0.1', port: String(address.port) }).toString();
  }

  close(): void {
    this.server.close();
    for (const socket of this.sockets) socket.destroy();
  }

  /** Reads what one client sends; its first message has no type. */
  private counting(): (chunk: Buffer) => void {
    let left = Buffer.alloc(0);
    let isFirst = true;
    let isCounted = true;
    return (chunk) => {
      left = Buffer.concat([left, chunk]);
      for (;;) {
        const head = isFirst ? LENGTH_BYTES : HEAD_BYTES;
        if (left.length < head) return;
        const end = left.readUInt32BE(head - LENGTH_BYTES) + head - LENGTH_BYTES;
        if (left.length < end) return;
        const message = left.toString('latin1', 0, end);
        isCounted &&= !this.uncounted.some((name) => message.includes(name));
        if (!isFirst && WAITED_FOR.includes(message.charAt(0))) {
          if (isCounted) this.roundTrips += 1;
          isCounted = true;
        }
        isFirst = false;
        left = left.subarray(end);
      }
    };
  }
}
