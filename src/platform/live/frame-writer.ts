import type { Duplex } from 'node:stream';

/**
 * Bytes that may wait for a socket. Beyond them nothing more is put in by streams, and nothing more is read from it; the
 * kernel's own buffers come on top. Less would slow replays over long lines down.
 */
const WAITING_BYTES_MAX = 256 * 1024;

/** Writes what sockets have waiting once per turn of the event loop. */
export class FlushQueue {
  private readonly waiting = new Set<FrameWriter>();

  add(writer: FrameWriter): void {
    if (this.waiting.size === 0) setImmediate(this.flush);
    this.waiting.add(writer);
  }

  private readonly flush = (): void => {
    const writers = [...this.waiting];
    this.waiting.clear();
    for (const writer of writers) writer.flush();
  };
}

/** The outgoing side of a socket: frames wait for the end of the turn, leave in one write, and never beyond a bound. */
export class FrameWriter {
  private frames: Buffer[] = [];
  private framesLength = 0;
  private isEnded = false;
  private readonly socket: Duplex;
  private readonly queue: FlushQueue;
  private readonly drained: () => void;

  /** @param drained called when a socket that was full, or slow, takes more again */
  constructor(socket: Duplex, queue: FlushQueue, drained: () => void) {
    this.socket = socket;
    this.queue = queue;
    this.drained = drained;
    socket.on('drain', drained);
  }

  /** Whether as much waits as may. */
  get isFull(): boolean {
    return this.framesLength + this.socket.writableLength >= WAITING_BYTES_MAX;
  }

  /** Whether the socket takes what it is given. */
  get flows(): boolean {
    return !this.isFull && !this.socket.writableNeedDrain;
  }

  write(frame: Buffer): void {
    if (this.isEnded) return;
    if (this.frames.length === 0) this.queue.add(this);
    this.frames.push(frame);
    this.framesLength += frame.length;
  }

  /** Writes what waits, now. */
  flush(): void {
    const { frames } = this;
    const [only] = frames;
    if (only === undefined) return;
    this.frames = [];
    this.framesLength = 0;
    if (!this.socket.writable) return;
    // By hand: a list of writes costs more than a copy of what fits a few packets.
    if (this.socket.write(frames.length === 1 ? only : Buffer.concat(frames))) this.drained();
  }

  /** Nothing is written any more. */
  end(): void {
    this.isEnded = true;
    this.frames = [];
    this.framesLength = 0;
    this.socket.off('drain', this.drained);
  }
}
