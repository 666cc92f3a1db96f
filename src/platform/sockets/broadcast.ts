import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { isOutage } from '../database/database-failure.ts';
import type { FailingWork } from '../loops/failing-work.ts';
import type { Allowance } from '../limits/allowance.ts';
import { HeldFor, Hold, type Ledger } from '../limits/ledger.ts';
import type { OpenedSubscription, ShownPage } from '../requests/opened-subscription.ts';
import { presentError } from '../graphql/errors/present-errors.ts';
import { describeError, type Logger } from '../observability/logger.ts';
import { Retries } from '../loops/retries.ts';
import type { LogEntry, LogSource } from '../log/log-reader.ts';
import type { PageTurns } from './page-turns.ts';
import { SharedResult } from './shared-result.ts';

/** A subscription operation that receives the entries. */
export interface BroadcastMember {
  /** Everything up to this position was delivered, or is not wanted. */
  position: number;
  /** False while its socket exerts back-pressure. */
  readonly flows: boolean;
  /** Delivers an entry; returns false, and delivers nothing, if the socket's buffer is full. */
  take(entry: SharedResult): boolean;
  /** Called when it becomes a member of this broadcast. */
  joined(broadcast: Broadcast): void;
  /**
   * Called when it is removed because its socket is slow; it keeps its position, and joins again after a drain.
   * @param rest what it lacks of the page that was shown last
   */
  stall(rest?: PageRest): void;
  /** Called when the subscription cannot continue. */
  fail(error: unknown): void;
}

/** Entries that are executed but not delivered, and the position after all of them. */
export interface PageRest {
  readonly entries: readonly SharedResult[];
  readonly end: number;
}

/** How long a cursor is shared by all members at the same position, in milliseconds (ours). */
const CURSOR_KEPT_MS = 5_000;

/** The position of members that wait for the next match, with its cursor. */
export interface WaitingCursor {
  readonly position: number;
  /** Never rejects, as nobody may wait for it; undefined if storage is unavailable. */
  readonly cursor: Promise<string | undefined>;
  readonly madeAtMs: number;
}

/** Entries kept for members that join; more would only save them a read from the log's in-memory tail. */
const RECENT_MAX = 16;
/** The same in bytes (ours): entries of the usual size. */
const RECENT_BYTES_MAX = 64 * 1024;

export interface BroadcastOptions {
  readonly subscription: OpenedSubscription;
  readonly position: number;
  readonly logger: Logger;
  readonly failing: FailingWork;
  readonly turns: { readonly stored: PageTurns; readonly live: PageTurns };
  readonly ledger: Ledger;
  readonly costs: Allowance | undefined;
  /** Called after each delivered page: the broadcast can now be merged into another. */
  readonly advanced: (broadcast: Broadcast) => void;
  readonly closed: (broadcast: Broadcast) => void;
}

/**
 * Reads a log for members that share one view: each entry is executed once and framed once. A member whose socket does
 * not keep up is removed, so that it delays no other. A broadcast ends with its last member.
 */
export class Broadcast {
  readonly key: string;
  private readonly members = new Set<BroadcastMember>();
  private readonly source: LogSource;
  private recent: SharedResult[] = [];
  /** Holds them. */
  private readonly hold: Hold;
  /** Everything that was delivered after this position is in `recent`. */
  private recentFrom: number;
  private handedOver: number;
  private isClosed = false;
  /** Whether it waits at the end of the log: everything that its source has passed was delivered. */
  private isWaiting = false;
  private latestCursor: WaitingCursor | undefined;
  private readonly retries: Retries;
  private readonly options: BroadcastOptions;

  constructor(options: BroadcastOptions, members: Iterable<BroadcastMember>) {
    this.options = options;
    this.key = options.subscription.key;
    this.source = options.subscription.source.beginAfter(options.position);
    this.hold = new Hold(options.ledger, this.owner, HeldFor.RESULTS);
    this.recentFrom = options.position;
    this.handedOver = options.position;
    this.retries = new Retries({ loop: 'live-feeds', failing: options.failing });
    for (const member of members) {
      this.members.add(member);
      member.joined(this);
    }
    void this.run();
  }

  /** The partner whose log it reads. */
  get owner(): string {
    return this.options.subscription.source.owner;
  }

  /** Everything up to this position was delivered. */
  get position(): number {
    return this.handedOver;
  }

  /** The position of members that have received everything so far. */
  get waitingCursor(): WaitingCursor {
    const position = this.isWaiting ? this.source.position : this.handedOver;
    const now = performance.now();
    if (this.latestCursor?.position !== position || now - this.latestCursor.madeAtMs > CURSOR_KEPT_MS) {
      const cursor = this.source.cursorAt(position).catch(() => undefined);
      this.latestCursor = { position, cursor, madeAtMs: now };
    }
    return this.latestCursor;
  }

  /** Checks whether a member that has everything up to `position` can join without missing an entry. */
  serves(position: number): boolean {
    if (this.isClosed || !this.source.isCurrent || position < this.recentFrom) return false;
    return position <= this.source.position || this.source.isLive;
  }

  /** Checks whether members should rather join another broadcast, at this position. */
  isBehind(position: number): boolean {
    return !this.source.isCurrent || this.handedOver < position;
  }

  /** Adds a member, whose position must be served (`serves`). */
  join(member: BroadcastMember): void {
    this.members.add(member);
    member.joined(this);
    this.handOver([member], this.recent, this.handedOver);
  }

  leave(member: BroadcastMember): void {
    this.members.delete(member);
    if (this.members.size === 0) this.close();
  }

  /** Moves all members to another broadcast that serves this one's position. */
  mergeInto(other: Broadcast): void {
    const members = [...this.members];
    this.members.clear();
    this.close();
    for (const member of members) other.join(member);
  }

  private close(): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.hold.release();
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
        if (!isStored) await this.rest(page.value.length);
        const entries = await this.persist(() => this.inTurn(() => this.show(page.value), !isStored));
        if (entries === undefined) return;
        this.advance(entries);
        // Lets delivered entries be written, and keeps a long replay from delaying everything else.
        await nextTurn();
        for (const member of this.members) if (!member.flows) this.letGo(member);
      }
    } catch (error) {
      // A GraphQLError is a response to the client, not a failure of the server.
      if (!(error instanceof GraphQLError))
        this.options.logger.error({ error: describeError(error) }, 'a subscription failed');
      for (const member of this.members) member.fail(error);
      this.close();
    }
  }

  /** Releases its turn if it has reached the end of the log meanwhile: the wait there can be long. */
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

  /** Readers take turns, so that neither replays nor many views of an event delay anything else. */
  private inTurn<Result>(step: () => Promise<Result>, isLive = false): Promise<Result> {
    const { stored, live } = this.options.turns;
    return (isLive ? live : stored).take(this.owner, step);
  }

  /** Waits if live events have cost its partner more than it may use. */
  private async rest(entries: number): Promise<void> {
    const { costs, subscription } = this.options;
    const restMs = costs?.take(this.owner, entries * subscription.cost) ?? 0;
    if (restMs > 0) await wait(restMs, undefined, { ref: false });
  }

  private advance(entries: readonly SharedResult[]): void {
    this.handedOver = this.source.position;
    this.handOver(this.members, entries, this.handedOver);
    this.keep([...this.recent, ...entries]);
    if (!this.isClosed) this.options.advanced(this);
  }

  /** Keeps the latest entries that fit. */
  private keep(entries: readonly SharedResult[]): void {
    const { hold } = this;
    const kept = [...entries];
    let bytes = kept.reduce((sum, { length }) => sum + length, 0);
    const isTooMuch = () => kept.length > RECENT_MAX || bytes > RECENT_BYTES_MAX || !hold.mayTake(bytes - hold.bytes);
    while (kept.length > 0 && isTooMuch()) {
      const forgotten = kept.shift();
      bytes -= forgotten?.length ?? 0;
      this.recentFrom = forgotten?.position ?? this.recentFrom;
    }
    hold.become(bytes);
    this.recent = kept;
  }

  /** Delivers to each member the entries that it lacks, up to the position `end`. */
  private handOver(members: Iterable<BroadcastMember>, entries: readonly SharedResult[], end: number): void {
    for (const member of members) {
      const full = entries.findIndex((entry) => entry.position > member.position && !take(member, entry));
      if (full >= 0) this.letGo(member, { entries: entries.slice(full), end });
      else member.position = Math.max(member.position, end);
    }
  }

  private letGo(member: BroadcastMember, rest?: PageRest): void {
    this.leave(member);
    member.stall(rest);
  }

  /** Retries for as long as storage is unreachable and there are members; returns undefined once closed. */
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

  private async show(entries: readonly LogEntry[]): Promise<readonly SharedResult[]> {
    const page = this.options.subscription.page();
    return Promise.all(entries.map((entry) => this.showEntry(entry, page)));
  }

  /** @throws if storage is unreachable: an entry is not shown without the objects that it refers to */
  private async showEntry({ position, payload, cursor }: LogEntry, page: ShownPage): Promise<SharedResult> {
    const { data, errors = [] } = await page.show(payload);
    if (errors.length === 0) return new SharedResult(position, { data }, cursor);
    const outage = errors.find(({ originalError }) => isOutage(originalError));
    if (outage !== undefined) throw outage.originalError ?? outage;
    const shown: GraphQLFormattedError[] = errors.map(
      (error) => presentError(error, page.correlationId, this.options.logger).shown,
    );
    return new SharedResult(position, { errors: shown, data }, cursor);
  }
}

function take(member: BroadcastMember, entry: SharedResult): boolean {
  const isTaken = member.take(entry);
  if (isTaken) member.position = entry.position;
  return isTaken;
}
