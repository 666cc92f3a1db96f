import type { Principal } from '../auth/principal.ts';
import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import { tooManyAtOnce } from '../graphql/errors/client-error.ts';
import { HeldFor, Hold } from '../limits/ledger.ts';
import type { BroadcastMember, Broadcast, PageRest, WaitingCursor } from './broadcast.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { SharedResult } from './shared-result.ts';

const TOO_MUCH_KEPT = tooManyAtOnce(
  'The open subscriptions of the partner keep too much memory: end some, or send shorter documents and variables.',
);

export interface LiveStreamOptions {
  /** Returns the frame of an entry, in pieces. */
  readonly frameOf: (entry: SharedResult) => readonly Buffer[];
  readonly broadcasts: Broadcasts;
  readonly writer: FrameWriter;
  /** Called when its socket is full: `resume` it when the socket accepts more. */
  readonly stalled: (stream: LiveStream) => void;
  readonly failed: (error: unknown) => void;
}

/** A subscription of one socket or streamed HTTP response. While its socket does not keep up, it is only a position. */
export class LiveStream implements BroadcastMember {
  position: number;
  private subscription: OpenedSubscription;
  private broadcast: Broadcast | undefined;
  private isStopped = false;
  /** What it lacks of the page that was shown last. */
  private rest: PageRest | undefined;
  private readonly kept: Hold;
  private readonly unsent: Hold;
  private readonly options: LiveStreamOptions;

  constructor(subscription: OpenedSubscription, options: LiveStreamOptions) {
    this.subscription = subscription;
    this.position = subscription.source.position;
    this.options = options;
    const { source } = subscription;
    this.kept = new Hold(options.broadcasts.ledger, source.owner, HeldFor.OPERATIONS);
    this.unsent = new Hold(options.broadcasts.ledger, source.owner, HeldFor.RESULTS);
  }

  get flows(): boolean {
    return this.options.writer.flows;
  }

  /** Starts, or continues after a stall. */
  resume(): void {
    if (this.isStopped) return;
    if (this.kept.bytes === 0 && !this.kept.take(this.subscription.bytes)) this.fail(TOO_MUCH_KEPT);
    else if (this.deliverRest()) this.options.broadcasts.enter(this, this.subscription);
    else this.options.stalled(this);
  }

  /** Delivers what was shown already; returns whether that was all of it. */
  private deliverRest(): boolean {
    const { rest } = this;
    if (rest === undefined) return true;
    const full = rest.entries.findIndex((entry) => !this.takeNext(entry));
    if (full >= 0) this.rest = { ...rest, entries: rest.entries.slice(full) };
    else this.forgetRest(rest.end);
    return full < 0;
  }

  private takeNext(entry: SharedResult): boolean {
    const isTaken = this.take(entry);
    if (isTaken) this.position = entry.position;
    return isTaken;
  }

  private forgetRest(position: number): void {
    this.position = position;
    this.rest = undefined;
    this.unsent.release();
  }

  take(entry: SharedResult): boolean {
    const { writer, frameOf } = this.options;
    if (writer.isFull) return false;
    writer.write(frameOf(entry));
    return true;
  }

  joined(broadcast: Broadcast): void {
    this.broadcast = broadcast;
  }

  /** Its position, with a cursor, while it waits for a match; undefined while it is stalled. */
  get waitingCursor(): WaitingCursor | undefined {
    return this.broadcast?.waitingCursor;
  }

  stall(rest?: PageRest): void {
    this.broadcast = undefined;
    // What is not kept is shown again.
    if (rest !== undefined && this.unsent.take(rest.entries.reduce((sum, { length }) => sum + length, 0)))
      this.rest = rest;
    this.options.stalled(this);
  }

  fail(error: unknown): void {
    this.options.failed(error);
  }

  /**
   * Continues under another token.
   * @throws GraphQLError FORBIDDEN if its scopes are not sufficient
   */
  admit(principal: Principal | undefined): void {
    const admitted = this.subscription.admit(principal);
    const isSameView = admitted.key === this.subscription.key;
    this.subscription = admitted;
    if (!isSameView) this.forgetRest(this.position);
    // Without a broadcast it is stalled or not started yet: `resume` will follow, and use the new view.
    if (isSameView || this.isStopped || this.broadcast === undefined) return;
    this.broadcast.leave(this);
    this.resume();
  }

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.kept.release();
    this.unsent.release();
    this.broadcast?.leave(this);
    void this.subscription.source.return();
  }
}
