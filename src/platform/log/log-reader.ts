/**
 * Follows a log of rows, from any position to its live end.
 * @packageDocumentation
 */

import type { LogRow, LogTail, Waiter } from './log-tail.ts';

/** A row as it is shown to its owner. All positions here are those among the owner's rows. */
export interface LogEntry {
  readonly position: number;
  /** What the subscription field resolves from. */
  readonly payload: object;
  /** Returns a cursor of its position, from which a client can continue. */
  readonly cursor: () => string;
}

/** Which part of a log is read, and how it is shown. */
export interface LogSelection<Row extends LogRow> {
  readonly tail: LogTail<Row>;
  readonly owner: string;
  /** Checks whether a row of the owner is wanted; must follow the same rule as `readPage`. */
  readonly matches: (row: Row) => boolean;
  /** Returns the oldest wanted rows of the owner after a position, at most `size`. */
  readonly readPage: (position: number, size: number) => Promise<StoredPage<Row>>;
  readonly show: (row: Row) => object;
  readonly cursorOf: (row: Row) => string;
  /** Returns a cursor of a position, also of one whose row is not wanted, or not stored. */
  readonly cursorAt: (position: number) => Promise<string>;
  /** Pauses its readers; without it they read as fast as entries are requested. */
  readonly flow?: FlowControl;
}

/** Pauses all readers of a selection together, and ends them. */
export interface FlowControl {
  /** How many more entries may be delivered now. */
  readonly room: number;
  /** Why the readers must end; undefined while they may continue. */
  readonly problem: Error | undefined;
  /** A reader starts: entries that were delivered after this position were not received. */
  begun(position: number): void;
  given(positions: readonly number[]): void;
  /**
   * Calls `changed` once, at the next change.
   * @returns a function that stops listening
   */
  whenChanged(changed: () => void): () => void;
}

interface StoredPage<Row> {
  readonly rows: readonly Row[];
  /** Whether more rows follow. */
  readonly more: boolean;
  /** The position up to which the owner's rows were read; by default that of the last wanted one. */
  readonly reached?: number | undefined;
}

/** Where a reader starts. */
export interface LogStart {
  /** Rows after this position are read. */
  readonly position: number;
  /** Where it is in the log of all owners; null if that is unknown, so that storage must be read. */
  readonly logPosition: number | null;
  /** The last position of the owner, now or a moment ago. */
  readonly head: number;
  /** The end of the log of all owners, now or a moment ago: its tail starts here if this is its only reader. */
  readonly logHead: number;
}

/** A source of a subscription that delivers entries in the order of a log, and knows its position there. */
export interface LogSource extends AsyncIterableIterator<readonly LogEntry[], undefined> {
  /** The partner whose rows it delivers. */
  readonly owner: string;
  /** All wanted entries up to this position were delivered. */
  readonly position: number;
  /** Whether it reads at the end of the log, without reading storage. */
  readonly isLive: boolean;
  /** False once the database has gone back to an earlier state: entries that it delivered may be lost. */
  readonly isCurrent: boolean;
  /** A unique key if its entries are shown to no other subscription. */
  readonly own?: string | undefined;
  /** Returns another source of the same selection that starts after `position`. */
  beginAfter(position: number): LogSource;
  /** Returns a cursor of a position that it has passed. */
  cursorAt(position: number): Promise<string>;
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** Maximum number of entries per page. */
const PAGE_SIZE = 100;
/** A position in the log of all owners that no tail covers. */
const UNKNOWN = -1;

/**
 * Reads a selection of a log from a position on, page by page on request, and then waits at the end. Between two pages
 * it keeps only its position. It is not an async generator, because `return` must end it immediately, even while it
 * waits: otherwise every client that disconnects in a quiet period would leave a reader behind.
 */
export class LogReader<Row extends LogRow> implements LogSource {
  private readUpTo: number;
  private readonly head: number;
  /** The same in the log of all owners: by this it knows whether the tail has kept everything that it lacks. */
  private logReadUpTo: number;
  private readonly setBacks: number;
  /** The last time that the log went back, and that it has noticed. */
  private noticedSetBacks: number;
  private isEnded = false;
  private waiting: (Waiter<Row> & { readonly stop: () => void }) | undefined;
  /** Ends the pause by the flow control. */
  private goOn: (() => void) | undefined;
  private readonly selection: LogSelection<Row>;

  constructor(selection: LogSelection<Row>, { position, logPosition, head, logHead }: LogStart) {
    this.selection = selection;
    this.readUpTo = position;
    this.head = head;
    this.logReadUpTo = logPosition ?? UNKNOWN;
    this.setBacks = selection.tail.setBacks;
    this.noticedSetBacks = this.setBacks;
    selection.tail.attach(logHead);
    selection.flow?.begun(position);
  }

  get owner(): string {
    return this.selection.owner;
  }

  get own(): string | undefined {
    return undefined;
  }

  get position(): number {
    return this.readUpTo;
  }

  get isLive(): boolean {
    return (
      this.selection.flow?.room === 0 || this.selection.tail.covers(this.logReadUpTo) || this.waiting !== undefined
    );
  }

  get isCurrent(): boolean {
    return this.setBacks === this.selection.tail.setBacks;
  }

  beginAfter(position: number): LogReader<Row> {
    const { tail, owner } = this.selection;
    const logPosition = position === this.readUpTo ? this.logReadUpTo : tail.logPositionOf({ owner, position });
    return new LogReader(this.selection, { position, logPosition, head: this.head, logHead: tail.position });
  }

  cursorAt(position: number): Promise<string> {
    return this.selection.cursorAt(position);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * Returns the next page. It is empty after a pause by the flow control, and if storage has no more rows: the next call waits
   * at the end of the log.
   * @throws Error the `problem` of the flow control
   */
  async next(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    const { flow } = this.selection;
    for (;;) {
      if (flow?.problem !== undefined) throw flow.problem;
      if (flow?.room === 0) {
        await this.heldBack(flow);
        return this.hasEnded() ? { done: true, value: undefined } : { done: false, value: [] };
      }
      const isStored = !this.isLive;
      const rows = this.isEnded ? [] : await this.read();
      // It may have ended while it read or waited.
      if (this.hasEnded()) return { done: true, value: undefined };
      flow?.given(rows.map(({ position }) => position));
      if (rows.length > 0 || isStored) return { done: false, value: rows.map((row) => this.entryOf(row)) };
    }
  }

  return(): Promise<IteratorReturnResult<undefined>> {
    if (!this.isEnded) {
      this.isEnded = true;
      this.waiting?.stop();
      this.goOn?.();
      this.selection.tail.detach();
    }
    return Promise.resolve({ done: true, value: undefined });
  }

  private entryOf(row: Row): LogEntry {
    const { show, cursorOf } = this.selection;
    return { position: row.position, payload: show(row), cursor: () => cursorOf(row) };
  }

  private hasEnded(): boolean {
    return this.isEnded;
  }

  private get pageSize(): number {
    return Math.min(PAGE_SIZE, this.selection.flow?.room ?? PAGE_SIZE);
  }

  private heldBack(flow: FlowControl): Promise<void> {
    return new Promise((resolve) => {
      const unhook = flow.whenChanged(() => this.goOn?.());
      const goOn = () => {
        unhook();
        this.goOn = undefined;
        resolve();
      };
      this.goOn = goOn;
    });
  }

  private async read(): Promise<readonly Row[]> {
    const { tail } = this.selection;
    // The tail starts again before rows that this reader has passed: the owner's next ones can be among them.
    if (this.noticedSetBacks !== tail.setBacks) this.logReadUpTo = UNKNOWN;
    this.noticedSetBacks = tail.setBacks;
    if (!tail.covers(this.logReadUpTo)) return this.readStored();
    const rows = this.take(tail.rowsAfter(this.logReadUpTo));
    return rows.length > 0 ? rows : this.waitForRows();
  }

  /** Reads a page of rows that the tail has not kept. */
  private async readStored(): Promise<readonly Row[]> {
    const { tail, readPage } = this.selection;
    // Determined before the read, which sees everything up to there, and perhaps more.
    const endBefore = tail.position;
    const { rows, more, reached } = await readPage(this.readUpTo, this.pageSize);
    const last = rows.at(-1);
    this.readUpTo = Math.max(this.readUpTo, more ? 0 : this.head, reached ?? last?.position ?? 0);
    this.logReadUpTo = Math.max(more ? UNKNOWN : endBefore, last?.logPosition ?? UNKNOWN);
    return rows;
  }

  private waitForRows(): Promise<readonly Row[]> {
    const { tail, owner, flow } = this.selection;
    return new Promise((resolve) => {
      const waiting = {
        owner,
        arrived: (rows: readonly Row[]) => {
          unhook?.();
          this.waiting = undefined;
          resolve(this.take(rows));
        },
        stop: () => {
          unhook?.();
          tail.unhook(waiting);
          this.waiting = undefined;
          resolve([]);
        },
      };
      this.waiting = waiting;
      tail.wait(waiting);
      const unhook = flow?.whenChanged(waiting.stop);
    });
  }

  /** Advances over `rows`, which reach to the end of the tail, and returns the wanted ones, at most a page. */
  private take(rows: readonly Row[]): readonly Row[] {
    const { tail, owner, matches } = this.selection;
    const own = rows.filter((row) => row.position > this.readUpTo && row.owner === owner);
    const wanted = own.filter(matches);
    const page = wanted.slice(0, this.pageSize);
    const passed = page.length < wanted.length ? page.at(-1) : own.at(-1);
    this.readUpTo = passed?.position ?? this.readUpTo;
    this.logReadUpTo = page.length < wanted.length ? (passed?.logPosition ?? UNKNOWN) : tail.position;
    return page;
  }
}
