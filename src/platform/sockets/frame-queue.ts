import type { WebSocket } from 'ws';
import type { FrameTurns, WaitingFrames } from './frame-turns.ts';

/** Frames of a socket that are heard in one turn of the event loop (ours): what a client sends in one breath. */
const FRAMES_PER_TURN = 4;

/**
 * Frames of a socket, a few in a turn of the event loop, so that what one client sends in a row keeps no other waiting. The
 * socket is read only while none waits, its client reads what it is sent, and sends no more than it is granted.
 * (`allowSynchronousEvents: false` of ws 8 is to do the same, and throws out of its receiver in a flood.)
 */
export class FrameQueue implements WaitingFrames {
  private waiting: Buffer[] = [];
  /** Those of them that were heard. */
  private heard = 0;
  private turn = -1;
  private heardInTurn = 0;
  private isHeld = false;
  private isResting = false;
  private hasEnded = false;
  private readonly webSocket: WebSocket;
  private readonly turns: FrameTurns;
  private readonly hear: (frame: Buffer) => void;

  constructor(webSocket: WebSocket, turns: FrameTurns, hear: (frame: Buffer) => void) {
    this.webSocket = webSocket;
    this.turns = turns;
    this.hear = hear;
    webSocket.on('message', (data) => {
      this.take(Buffer.isBuffer(data) ? data : Buffer.of());
    });
  }

  /** Not read until `goOn`. */
  hold(): void {
    this.isHeld = true;
    this.readOrNot();
  }

  goOn(): void {
    this.isHeld = false;
    this.readOrNot();
  }

  /** Not read for a while; frames that have come already are still heard. */
  rest(milliseconds: number): void {
    if (milliseconds === 0 || this.isResting) return;
    this.isResting = true;
    this.readOrNot();
    setTimeout(() => {
      this.isResting = false;
      this.readOrNot();
    }, milliseconds).unref();
  }

  /** Nothing is heard any more, and all is read: the end of the other side, too. */
  end(): void {
    this.hasEnded = true;
    this.waiting = [];
    this.readOrNot();
  }

  hearSome(): boolean {
    for (
      let frame = this.waiting[this.heard];
      frame !== undefined && this.mayHear();
      frame = this.waiting[this.heard]
    ) {
      this.heard += 1;
      this.begin(frame);
    }
    if (this.heard < this.waiting.length) return true;
    this.waiting = [];
    this.heard = 0;
    this.readOrNot();
    return false;
  }

  private take(frame: Buffer): void {
    if (this.hasEnded) return;
    if (this.waiting.length === 0 && this.mayHear()) {
      this.begin(frame);
      return;
    }
    this.waiting.push(frame);
    if (this.waiting.length === 1) this.turns.put(this);
    this.readOrNot();
  }

  private mayHear(): boolean {
    if (this.turn !== this.turns.nth) {
      this.turn = this.turns.nth;
      this.heardInTurn = 0;
    }
    return this.heardInTurn < FRAMES_PER_TURN && this.turns.hasTime;
  }

  private begin(frame: Buffer): void {
    this.heardInTurn += 1;
    this.turns.begin();
    this.hear(frame);
  }

  private readOrNot(): void {
    const isToBeRead = this.hasEnded || (!this.isHeld && !this.isResting && this.waiting.length === 0);
    if (isToBeRead === !this.webSocket.isPaused) return;
    if (isToBeRead) this.webSocket.resume();
    else this.webSocket.pause();
  }
}
