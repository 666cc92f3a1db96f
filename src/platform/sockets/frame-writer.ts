import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Bytes that may wait for a socket. Beyond them nothing more is put in by streams, and nothing more is read from it; the
 * kernel's own buffers come on top. Less would slow replays over long lines down.
 */
const WAITING_BYTES_MAX = 256 * 1024;

/** Sockets that are written to in one turn of the event loop: a millisecond, or everybody else would wait. */
const SOCKETS_PER_TURN = 64;
/** Longest rest between two rounds, in milliseconds: how much later than need be a frame leaves at most. */
const REST_MS_MAX = 20;

/**
 * Writes what all sockets have waiting, round by round, and rests after each for as long as it took. Few sockets notice
 * none of it; thousands are written to for half of the time at most, and what happens in the other half leaves in one
 * write and arrives in one read.
 */
export class FlushQueue {
  private waiting: FrameWriter[] = [];
  private isFlushing = false;
  private restsUntil = 0;

  /** To be called by a writer with the first of what it has waiting. */
  add(writer: FrameWriter): void {
    if (this.waiting.length === 0 && !this.isFlushing) this.schedule();
    this.waiting.push(writer);
  }

  private schedule(): void {
    const restMs = this.restsUntil - performance.now();
    // A timer is not finer than a millisecond.
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

/** What is written to: a socket, or an answer that goes on. */
export interface FrameSink {
  readonly writable: boolean;
  readonly writableLength: number;
  readonly writableNeedDrain: boolean;
  write(bytes: Buffer): boolean;
  on(event: 'drain', listener: () => void): unknown;
  off(event: 'drain', listener: () => void): unknown;
}

/** The outgoing side of a socket: frames wait for the end of the turn, leave in one write, and never beyond a bound. */
export class FrameWriter {
  /** One array for good: a new one for each write would live long enough to be old when it is garbage. */
  private readonly pieces: Buffer[] = [];
  private waitingBytes = 0;
  private isEnded = false;
  private readonly socket: FrameSink;
  private readonly queue: FlushQueue;
  private readonly drained: () => void;

  /** @param drained called when a socket that was full, or slow, takes more again */
  constructor(socket: FrameSink, queue: FlushQueue, drained: () => void) {
    this.socket = socket;
    this.queue = queue;
    this.drained = drained;
    socket.on('drain', drained);
  }

  /** Whether as much waits as may. */
  get isFull(): boolean {
    return this.waitingBytes + this.socket.writableLength >= WAITING_BYTES_MAX;
  }

  /** Whether the socket takes what it is given. */
  get flows(): boolean {
    return !this.isFull && !this.socket.writableNeedDrain;
  }

  /** Takes a frame, in pieces. */
  write(frame: readonly Buffer[]): void {
    if (this.isEnded) return;
    if (this.pieces.length === 0) this.queue.add(this);
    for (const piece of frame) {
      this.pieces.push(piece);
      this.waitingBytes += piece.length;
    }
  }

  /** Writes what waits, now. */
  flush(): void {
    const { pieces, waitingBytes } = this;
    if (pieces.length === 0) return;
    // In one piece: a system call over a list costs more than a copy of what fits a few packets.
    const bytes = Buffer.concat(pieces, waitingBytes);
    this.forget();
    if (this.socket.writable && this.socket.write(bytes)) this.drained();
  }

  /** Nothing is written any more. */
  end(): void {
    this.isEnded = true;
    this.forget();
    this.socket.off('drain', this.drained);
  }

  private forget(): void {
    this.pieces.length = 0;
    this.waitingBytes = 0;
  }
}
