import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Hold } from '../limits/ledger.ts';

/**
 * Bytes that may be buffered for a socket. Beyond this, streams add nothing, and nothing more is read from the socket;
 * the kernel's own buffers are extra. A lower limit would slow down replays over connections with a high latency.
 */
const WAITING_BYTES_MAX = 256 * 1024;

/** Sockets written to in one turn of the event loop: about a millisecond, so that nothing else has to wait. */
const SOCKETS_PER_TURN = 64;
/** Longest rest between two rounds, in milliseconds: the longest delay that it adds to a frame. */
const REST_MS_MAX = 20;

/**
 * Flushes all sockets that have bytes waiting, round by round, and rests after each round as long as it took, up to
 * `REST_MS_MAX`. With few sockets the rests are not noticeable; with thousands, the frames of a round and a rest leave
 * in one write and arrive in one read.
 */
export class FlushQueue {
  private waiting: FrameWriter[] = [];
  private isFlushing = false;
  private restsUntil = 0;

  /** Adds a writer; to be called when its buffer stops being empty. */
  add(writer: FrameWriter): void {
    if (this.waiting.length === 0 && !this.isFlushing) this.schedule();
    this.waiting.push(writer);
  }

  private schedule(): void {
    const restMs = this.restsUntil - performance.now();
    // Timers have a resolution of a millisecond.
    if (restMs >= 1) setTimeout(this.begin, restMs);
    else setImmediate(this.begin);
  }

  private readonly begin = (): void => {
    void this.flush();
  };

  private async flush(): Promise<void> {
    this.isFlushing = true;
    const writers = this.waiting;
    this.waiting = [];
    let tookMs = 0;
    for (let from = 0; from < writers.length; from += SOCKETS_PER_TURN) {
      if (from > 0) await nextTurn();
      const beganAt = performance.now();
      for (const writer of writers.slice(from, from + SOCKETS_PER_TURN)) writer.flush();
      tookMs += performance.now() - beganAt;
    }
    this.restsUntil = performance.now() + Math.min(tookMs, REST_MS_MAX);
    this.isFlushing = false;
    if (this.waiting.length > 0) this.schedule();
  }
}

/** A destination of frames: a socket, or a streamed HTTP response. */
export interface FrameSink {
  readonly writable: boolean;
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  write(bytes: Buffer): boolean;
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain', listener: () => void): unknown;
}

/** The outgoing side of a socket: buffers frames until the next flush and writes them together, bounded by `isFull`. */
export class FrameWriter {
  /** Reused: a new array for each write would live long enough to become garbage in the old generation. */
  private readonly pieces: Buffer[] = [];
  private waitingBytes = 0;
  private isEnded = false;
  private readonly socket: FrameSink;
  private readonly queue: FlushQueue;
  private unsent: Hold | undefined;
  private readonly drained: () => void;
  private readonly hold: (() => Hold) | undefined;

  /**
   * @param drained called when the socket accepts more: at its `drain`, and after each write that needs none
   * @param hold creates what holds the bytes that its client does not take
   */
  constructor(socket: FrameSink, queue: FlushQueue, drained: () => void, hold?: () => Hold) {
    this.socket = socket;
    this.queue = queue;
    this.drained = drained;
    this.hold = hold;
    socket.on('drain', this.taken);
  }

  /** Whether the buffer has reached its limit. */
  get isFull(): boolean {
    return this.waitingBytes + this.socket.writableLength >= WAITING_BYTES_MAX;
  }

  /** False while the socket exerts back-pressure. */
  get flows(): boolean {
    return !this.isFull && !this.socket.writableNeedDrain;
  }

  /** Buffers a frame, given in pieces. */
  write(frame: readonly Buffer[]): void {
    if (this.isEnded) return;
    if (this.pieces.length === 0) this.queue.add(this);
    for (const piece of frame) {
      this.pieces.push(piece);
      this.waitingBytes += piece.length;
    }
  }

  /** Writes the whole buffer now. */
  flush(): void {
    const { pieces, waitingBytes } = this;
    if (pieces.length === 0) return;
    // Concatenated: a vectored write costs more than a copy of bytes that fit into a few packets.
    const bytes = Buffer.concat(pieces, waitingBytes);
    this.forget();
    if (!this.socket.writable) return;
    if (this.socket.write(bytes)) {
      this.drained();
      return;
    }
    this.unsent ??= this.hold?.();
    this.unsent?.become(this.socket.writableLength);
  }

  /** Discards the buffer, and ignores further frames. */
  end(): void {
    this.isEnded = true;
    this.forget();
    this.socket.off('drain', this.taken);
    this.unsent?.release();
  }

  private readonly taken = (): void => {
    this.unsent?.release();
    this.drained();
  };

  private forget(): void {
    this.pieces.length = 0;
    this.waitingBytes = 0;
  }
}
