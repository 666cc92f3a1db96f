import type { ServerResponse } from 'node:http';
import { GraphQLError } from 'graphql';
import type { Principal } from '../../platform/auth/principal.ts';
import { internalError } from '../../platform/graphql/errors/client-error.ts';
import type { OpenedSubscription } from '../../platform/requests/opened-subscription.ts';
import { presentError } from '../../platform/graphql/errors/present-errors.ts';
import { HeldFor, Hold } from '../../platform/limits/ledger.ts';
import { FrameWriter, type FlushQueue } from '../../platform/sockets/frame-writer.ts';
import { LiveStream } from '../../platform/sockets/live-stream.ts';
import type { Broadcasts } from '../../platform/sockets/broadcasts.ts';
import type { Logger } from '../../platform/observability/logger.ts';
import type { Random } from '../../kernel/random.ts';
import type { StreamWire } from './stream-wire.ts';

/** Heartbeats without an entry after which the position is sent: once a minute. */
const BEATS_PER_CURSOR = 6;

/** What a stream needs from its process. */
export interface StreamHost {
  readonly broadcasts: Broadcasts;
  readonly queue: FlushQueue;
  readonly random: Random;
  readonly logger: Logger;
}

export interface HttpStreamOptions {
  readonly wire: StreamWire;
  readonly response: ServerResponse;
  readonly principal: Principal | undefined;
  readonly subscription: OpenedSubscription;
  readonly host: StreamHost;
}

/** A response over HTTP that streams a subscription. */
export class HttpStream {
  readonly principal: Principal | undefined;
  readonly wire: StreamWire;
  private isStalled = false;
  private isEnded = false;
  private beatsWithoutCursor = 0;
  private readonly response: ServerResponse;
  private readonly writer: FrameWriter;
  private readonly live: LiveStream;
  private readonly host: StreamHost;

  constructor({ wire, response, principal, subscription, host }: HttpStreamOptions) {
    this.principal = principal;
    this.wire = wire;
    this.response = response;
    this.host = host;
    this.writer = new FrameWriter(
      response,
      host.queue,
      this.drained,
      () => new Hold(host.broadcasts.ledger, subscription.source.owner, HeldFor.ANSWERS),
    );
    this.live = new LiveStream(subscription, {
      frameOf: (entry) => {
        this.beatsWithoutCursor = 0;
        return wire.frameOf(entry);
      },
      broadcasts: host.broadcasts,
      writer: this.writer,
      stalled: () => {
        this.isStalled = true;
      },
      failed: (error) => {
        this.end(error);
      },
    });
  }

  get hasEnded(): boolean {
    return this.isEnded;
  }

  begin(): void {
    this.writer.write([this.wire.opening]);
    this.live.resume();
  }

  /** Sends a heartbeat, and from time to time the position. A client that does not read gets neither. */
  beat(): void {
    if (this.isEnded || !this.writer.flows) return;
    this.writer.write([this.wire.heartbeat]);
    this.beatsWithoutCursor += 1;
    const { frameOfCursor } = this.wire;
    if (frameOfCursor !== undefined && this.beatsWithoutCursor >= BEATS_PER_CURSOR) void this.sendCursor(frameOfCursor);
  }

  /** Ends the stream with an error that the client receives. */
  end(error: unknown): void {
    if (this.isEnded) return;
    const correlationId = this.host.random.uuid();
    const shown = error instanceof GraphQLError ? error : internalError(correlationId);
    this.writer.write([this.wire.ended([presentError(shown, correlationId, this.host.logger).shown])]);
    this.stop();
    this.response.end();
  }

  /** Closes the connection without a final message: the client reconnects to another server. */
  leave(): void {
    this.stop();
    this.response.socket?.destroySoon();
  }

  /** Flushes what is buffered, and writes nothing more. */
  stop(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.live.stop();
    this.writer.flush();
    this.writer.end();
  }

  private readonly drained = (): void => {
    if (!this.isStalled) return;
    this.isStalled = false;
    this.live.resume();
  };

  /** An entry that was sent while the cursor was created has its own cursor, which an older one must not follow. */
  private async sendCursor(frameOfCursor: (cursor: string) => Buffer): Promise<void> {
    const { waitingCursor } = this.live;
    if (waitingCursor === undefined) return;
    // Without a cursor, the next heartbeat tries again.
    const cursor = await waitingCursor.cursor;
    if (cursor === undefined || this.isEnded || this.live.position > waitingCursor.position || !this.writer.flows)
      return;
    this.writer.write([frameOfCursor(cursor)]);
    this.beatsWithoutCursor = 0;
  }
}
