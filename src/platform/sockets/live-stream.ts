import type { Principal } from '../auth/principal.ts';
import type { OpenedSubscription } from '../requests/opened-subscription.ts';
import type { BroadcastMember, Broadcast, WaitingCursor } from './broadcast.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { SharedResult } from './shared-result.ts';

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
  private readonly options: LiveStreamOptions;

  constructor(subscription: OpenedSubscription, options: LiveStreamOptions) {
    this.subscription = subscription;
    this.position = subscription.source.position;
    this.options = options;
  }

  get flows(): boolean {
    return this.options.writer.flows;
  }

  /** Starts, or continues after a stall. */
  resume(): void {
    if (!this.isStopped) this.options.broadcasts.enter(this, this.subscription);
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

  stall(): void {
    this.broadcast = undefined;
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
    // Without a broadcast it is stalled or not started yet: `resume` will follow, and use the new view.
    if (isSameView || this.isStopped || this.broadcast === undefined) return;
    this.broadcast.leave(this);
    this.resume();
  }

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.broadcast?.leave(this);
    void this.subscription.source.return();
  }
}
