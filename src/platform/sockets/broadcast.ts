import { setImmediate as nextTurn } from 'node:timers/promises';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isOutage } from '../database/database-failure.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import type { OpenedSubscription } from '../graphql/operations/open-subscription.ts';
import { presentError } from '../graphql/operations/present-errors.ts';
import type { RequestContext } from '../graphql/operations/request-context.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { Retries } from '../loops/retries.ts';
import type { LogEntry, LogSource } from '../log/log-reader.ts';
import type { ReplayTurns } from './replay-turns.ts';
import { ShownEntry } from './shown-entry.ts';

/** One who is fed: an operation of a socket. */
export interface BroadcastMember {
  /** Everything up to here was handed over, or is not wanted. */
  position: number;
  /** Whether its socket takes what it is given. */
  readonly flows: boolean;
  /** Hands an entry over; false when the socket is full, and then nothing was. */
  take(entry: ShownEntry): boolean;
  /** It is fed by this broadcast from now on. */
  joined(broadcast: Broadcast): void;
  /** It was let go because its socket does not keep up; it keeps its position and comes back when it does. */
  stall(): void;
  /** It cannot go on. */
  fail(error: unknown): void;
}

/** How long a cursor of a place is told to all who stand there, in milliseconds (ours). */
const PLACE_KEPT_MS = 5_000;

/** Where those stand who wait for the next match, and a cursor of it. */
export interface WaitingPlace {
  readonly position: number;
  readonly cursor: Promise<string>;
  readonly madeAtMs: number;
}

/** Entries kept for those who join; more would only spare them a look into the log's own memory. */
const RECENT_MAX = 16;

/** Figures of a broadcast. */
export interface BroadcastOptions {
  readonly subscription: OpenedSubscription;
  readonly position: number;
  readonly logger: Logger;
  readonly failing: FailingWork;
  readonly turns: ReplayTurns;
  /** A page was handed over: the moment to join others. */
  readonly advanced: (broadcast: Broadcast) => void;
  readonly closed: (broadcast: Broadcast) => void;
}

/**
 * Reads a log for members that share one view: each entry is executed once and framed once. A member whose socket does
 * not keep up is let go, so that nobody waits for anybody. It ends with its last member.
 */
export class Broadcast {
  readonly key: string;
  private readonly members = new Set<BroadcastMember>();
  private readonly source: LogSource;
  private recent: ShownEntry[] = [];
  /** Everything after this position that was handed over is in `recent`. */
  private recentFrom: number;
  private handedOver: number;
  private isClosed = false;
  /** Whether it waits at the end of the log: all that its source has passed was handed over. */
  private isWaiting = false;
  private latestPlace: WaitingPlace | undefined;
  private readonly retries: Retries;
  private readonly options: BroadcastOptions;

  constructor(options: BroadcastOptions, members: Iterable<BroadcastMember>) {
    this.options = options;
    this.key = options.subscription.key;
    this.source = options.subscription.source.beginBehind(options.position);
    this.recentFrom = options.position;
    this.handedOver = options.position;
    this.retries = new Retries({ loop: 'live-feeds', failing: options.failing });
    for (const member of members) {
      this.members.add(member);
      member.joined(this);
    }
    void this.run();
  }

  /** Everything up to here was handed over. */
  get position(): number {
    return this.handedOver;
  }

  /** Where those stand who have nothing to expect just now. */
  get place(): WaitingPlace {
    const position = this.isWaiting ? this.source.position : this.handedOver;
    const now = performance.now();
    if (this.latestPlace?.position !== position || now - this.latestPlace.madeAtMs > PLACE_KEPT_MS)
      this.latestPlace = { position, cursor: this.source.cursorAt(position), madeAtMs: now };
    return this.latestPlace;
  }

  /** Whether one who has everything up to `position` can join and miss nothing. */
  serves(position: number): boolean {
    if (this.isClosed || position < this.recentFrom) return false;
    return position <= this.source.position || this.source.isLive;
  }

  /** To be called only with whom it serves. */
  join(member: BroadcastMember): void {
    this.members.add(member);
    member.joined(this);
    this.handOver([member], this.recent, this.handedOver);
  }

  leave(member: BroadcastMember): void {
    this.members.delete(member);
    if (this.members.size === 0) this.close();
  }

  /** Gives all members to another broadcast that serves this one's position. */
  mergeInto(other: Broadcast): void {
    const members = [...this.members];
    this.members.clear();
    this.close();
    for (const member of members) other.join(member);
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.retries.end();
    void this.source.return();
    this.options.closed(this);
  }

  private hasClosed(): boolean {
    return this.isClosed;
  }

  private async run(): Promise<void> {
    try {
      while (!this.hasClosed()) {
        const isStored = !this.source.isLive;
        const page = await this.persist(() => (isStored ? this.nextInTurn() : this.nextLive()));
        if (page === undefined || page.done === true) return;
        const entries = await this.persist(() =>
          isStored ? this.inTurn(() => this.show(page.value)) : this.show(page.value),
        );
        if (entries === undefined) return;
        this.advance(entries);
        // Lets what was handed over leave, and keeps a long replay from holding up everybody else.
        await nextTurn();
        for (const member of this.members) if (!member.flows) this.letGo(member);
      }
    } catch (error) {
      // An answer for its client is not a failure of ours.
      if (!(error instanceof GraphQLError))
        this.options.logger.error({ error: describeError(error) }, 'a subscription failed');
      for (const member of this.members) member.fail(error);
      this.close();
    }
  }

  /** One that has come to the end of the log while it waited for its turn gives it back: it may wait there for long. */
  private async nextInTurn(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    const stored = await this.inTurn(async () => (this.source.isLive ? undefined : this.source.next()));
    return stored ?? this.nextLive();
  }

  private async nextLive(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    this.isWaiting = true;
    try {
      return await this.source.next();
    } finally {
      this.isWaiting = false;
    }
  }

  /** Behind the end of the log everybody waits for a turn, so that replays hold up nothing else. */
  private readonly inTurn = <Result>(step: () => Promise<Result>): Promise<Result> => {
    const { turns, subscription } = this.options;
    return turns.take(subscription.source.owner, step);
  };

  private advance(entries: readonly ShownEntry[]): void {
    this.handedOver = this.source.position;
    this.handOver(this.members, entries, this.handedOver);
    const recent = [...this.recent, ...entries];
    const forgotten = recent.splice(0, Math.max(0, recent.length - RECENT_MAX));
    this.recent = recent;
    this.recentFrom = forgotten.at(-1)?.position ?? this.recentFrom;
    if (!this.isClosed) this.options.advanced(this);
  }

  /** Hands over all there is up to a position. */
  private handOver(members: Iterable<BroadcastMember>, entries: readonly ShownEntry[], end: number): void {
    for (const member of members) {
      const isFull = entries.some((entry) => entry.position > member.position && !take(member, entry));
      if (isFull) this.letGo(member);
      else member.position = Math.max(member.position, end);
    }
  }

  private letGo(member: BroadcastMember): void {
    this.leave(member);
    member.stall();
  }

  /** Tries again for as long as storage is out of reach and somebody waits; undefined when nobody does any more. */
  private async persist<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
    while (!this.isClosed) {
      try {
        const result = await work();
        this.retries.worked();
        return result;
      } catch (error) {
        if (!isOutage(error)) throw error;
        await this.retries.failed(error);
      }
    }
    return undefined;
  }

  /** Executes a page in one context: what its entries lead to is loaded together. */
  private async show(page: readonly LogEntry[]): Promise<readonly ShownEntry[]> {
    const { context } = this.options.subscription;
    const shownIn = { ...context, identity: {}, correlationId: context.random.uuid() };
    return Promise.all(page.map((entry) => this.showEntry(entry, shownIn)));
  }

  /** @throws when storage was out of reach: an entry is not shown without what it leads to */
  private async showEntry({ position, payload, cursor }: LogEntry, context: RequestContext): Promise<ShownEntry> {
    const { data, errors = [] } = await this.options.subscription.show(context, payload);
    if (errors.length === 0) return new ShownEntry(position, { data }, cursor);
    const outage = errors.find(({ originalError }) => isOutage(originalError));
    if (outage !== undefined) throw outage.originalError ?? outage;
    const shown: GraphQLFormattedError[] = errors.map(
      (error) => presentError(error, context.correlationId, this.options.logger).shown,
    );
    return new ShownEntry(position, { errors: shown, data }, cursor);
  }
}

function take(member: BroadcastMember, entry: ShownEntry): boolean {
  const isTaken = member.take(entry);
  if (isTaken) member.position = entry.position;
  return isTaken;
}
