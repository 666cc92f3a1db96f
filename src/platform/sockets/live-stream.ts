import type { OpenedSubscription } from '../graphql/operations/open-subscription.ts';
import type { RequestContext } from '../graphql/operations/request-context.ts';
import type { BroadcastMember, Broadcast, WaitingPlace } from './broadcast.ts';
import type { Broadcasts } from './broadcasts.ts';
import type { FrameWriter } from './frame-writer.ts';
import type { ShownEntry } from './shown-entry.ts';

export interface LiveStreamOptions {
  /** What is written of an entry, in pieces. */
  readonly frameOf: (entry: ShownEntry) => readonly Buffer[];
  readonly broadcasts: Broadcasts;
  readonly writer: FrameWriter;
  /** Its socket is full: to be resumed when it takes more again. */
  readonly stalled: (stream: LiveStream) => void;
  readonly failed: (error: unknown) => void;
}

/** A subscription of one socket, or of one answer that goes on. While its socket does not keep up it is a position and nothing else. */
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

  /** Begins, or goes on after a stall. */
  resume(): void {
    if (!this.isStopped) this.options.broadcasts.enter(this, this.subscription);
  }

  take(entry: ShownEntry): boolean {
    const { writer, frameOf } = this.options;
    if (writer.isFull) return false;
    writer.write(frameOf(entry));
    return true;
  }

  joined(broadcast: Broadcast): void {
    this.broadcast = broadcast;
  }

  /** Where it stands while nothing is shown; undefined while it is stalled. */
  get place(): WaitingPlace | undefined {
    return this.broadcast?.place;
  }

  stall(): void {
    this.broadcast = undefined;
    this.options.stalled(this);
  }

  fail(error: unknown): void {
    this.options.failed(error);
  }

  /**
   * Goes on under another token.
   * @throws GraphQLError FORBIDDEN when its scopes do not suffice
   */
  admit(principal: RequestContext['principal']): void {
    const admitted = this.subscription.admit({ ...this.subscription.context, principal });
    const isSameView = admitted.key === this.subscription.key;
    this.subscription = admitted;
    if (isSameView || this.isStopped) return;
    this.broadcast?.leave(this);
    this.resume();
  }

  stop(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.broadcast?.leave(this);
    void this.subscription.source.return();
  }
}
