import type { WebSocket } from 'ws';
import type { FrameTurns, WaitingFrames } from './frame-turns.ts';

/** Frames of a socket that are handled in one turn of the event loop (ours): a usual burst of a client. */
const FRAMES_PER_TURN = 4;

/**
 * Stands for a ping or pong of the WebSocket protocol itself, which ws has already handled: reading it takes as long as
 * reading a short message, so it takes a turn too. Only the answer to our own ping does not.
 */
export const CONTROL_FRAME = Buffer.of();

/**
 * Handles the frames of a socket, a few per turn of the event loop, so that a burst of one client delays no other. The
 * socket is read only while no frame waits, its client reads its responses, and it is within its frame allowance.
 * (`allowSynchronousEvents: false` of ws 8 is meant to do the same, but throws out of its receiver in a flood.)
 */
export class FrameQueue implements WaitingFrames {
  private waiting: Buffer[] = [];
  /** How many of them were handled. */
  private heard = 0;
  private turn = -1;
  private heardInTurn = 0;
  private isHeld = false;
  private isResting = false;
  private isPinged = false;
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
    const takeControl = () => {
      this.take(CONTROL_FRAME);
    };
    webSocket.on('ping', takeControl).on('pong', () => {
      if (this.isPinged) this.isPinged = false;
      else takeControl();
    });
  }

  /**
   * Pings the client. All sockets are pinged at once: if the answers took turns, or were counted, a partner with thousands
   * of idle sockets would have to wait with its requests, or seem dead.
   */
  ping(): void {
    this.isPinged = true;
    this.webSocket.ping();
  }

  /** Stops reading until `goOn`. */
  hold(): void {
    this.isHeld = true;
    this.readOrNot();
  }

  goOn(): void {
    this.isHeld = false;
    this.readOrNot();
  }

  /** Stops reading for a while; frames that have already arrived are still handled. */
  rest(milliseconds: number): void {
    if (milliseconds === 0 || this.isResting) return;
    this.isResting = true;
    this.readOrNot();
    setTimeout(() => {
      this.isResting = false;
      this.readOrNot();
    }, milliseconds).unref();
  }

  /**
   * Discards all frames, waiting and future ones, but keeps reading, so that it notices when the other side closes. What
   * is discarded still takes turns: a client can flood a socket until it is closed, which it can delay by half a minute.
   */
  end(): void {
    this.hasEnded = true;
    this.waiting.fill(CONTROL_FRAME);
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
    if (this.waiting.length === 0 && this.mayHear()) {
      this.begin(frame);
      return;
    }
    this.waiting.push(this.hasEnded ? CONTROL_FRAME : frame);
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
    if (!this.hasEnded) this.hear(frame);
  }

  private readOrNot(): void {
    const isToBeRead = this.waiting.length === 0 && (this.hasEnded || (!this.isHeld && !this.isResting));
    if (isToBeRead === !this.webSocket.isPaused) return;
    if (isToBeRead) this.webSocket.resume();
    else this.webSocket.pause();
  }
}
