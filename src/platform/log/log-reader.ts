import type { LogRow, LogTail, Waiter } from './log-tail.ts';

/** A row as it is shown to its owner. */
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
  /** Returns a cursor of a position, also of one at which the owner has no row. */
  readonly cursorAt: (position: number) => Promise<string>;
  /** Pauses its readers; without it they read as fast as entries are requested. */
  readonly gate?: LogGate;
}

/** Pauses all readers of a selection together, and ends them. */
export interface LogGate {
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
  /** The position after which these follow; by default that of the last row. */
  readonly reached?: number | undefined;
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

/**
 * Reads a selection of a log from a position on, page by page on request, and then waits at the end. Between two pages
 * it keeps only its position. It is not an async generator, because `return` must end it immediately, even while it
 * waits: otherwise every client that disconnects in a quiet period would leave a reader behind.
 */
export class LogReader<Row extends LogRow> implements LogSource {
  private readUpTo: number;
  private readonly setBacks: number;
  private isEnded = false;
  private waiting: (Waiter<Row> & { readonly stop: () => void }) | undefined;
  /** Ends the pause by the gate. */
  private goOn: (() => void) | undefined;
  private readonly selection: LogSelection<Row>;

  /** @param head the end of the log; needed if it has no other reader */
  constructor(selection: LogSelection<Row>, position: number, head: number) {
    this.selection = selection;
    this.readUpTo = position;
    this.setBacks = selection.tail.setBacks;
    selection.tail.attach(head);
    selection.gate?.begun(position);
  }

  get owner(): string {
    return this.selection.owner;
  }

  get own(): string | undefined {
    return undefined;
  }

  get position(): number {
    return this.waiting === undefined ? this.readUpTo : Math.max(this.readUpTo, this.selection.tail.position);
  }

  get isLive(): boolean {
    return this.selection.gate?.room === 0 || this.selection.tail.covers(this.readUpTo) || this.waiting !== undefined;
  }

  get isCurrent(): boolean {
    return this.setBacks === this.selection.tail.setBacks;
  }

  beginAfter(position: number): LogReader<Row> {
    return new LogReader(this.selection, position, this.selection.tail.position);
  }

  cursorAt(position: number): Promise<string> {
    return this.selection.cursorAt(position);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * Returns the next page. It is empty after a pause by the gate, and if storage has no more rows: the next call waits
   * at the end of the log.
   * @throws Error the `problem` of the gate
   */
  async next(): Promise<IteratorResult<readonly LogEntry[], undefined>> {
    const { gate } = this.selection;
    for (;;) {
      if (gate?.problem !== undefined) throw gate.problem;
      if (gate?.room === 0) {
        await this.heldBack(gate);
        return this.hasEnded() ? { done: true, value: undefined } : { done: false, value: [] };
      }
      const isStored = !this.isLive;
      const rows = this.isEnded ? [] : await this.read();
      // It may have ended while it read or waited.
      if (this.hasEnded()) return { done: true, value: undefined };
      gate?.given(rows.map(({ position }) => position));
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
    return Math.min(PAGE_SIZE, this.selection.gate?.room ?? PAGE_SIZE);
  }

  private heldBack(gate: LogGate): Promise<void> {
    return new Promise((resolve) => {
      const unhook = gate.whenChanged(() => this.goOn?.());
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
    if (!tail.covers(this.readUpTo)) return this.readStored();
    const rows = this.take(tail.rowsAfter(this.readUpTo), tail.position);
    return rows.length > 0 ? rows : this.waitForRows();
  }

  /** Reads a page of rows that the tail has not kept. */
  private async readStored(): Promise<readonly Row[]> {
    const { tail, readPage } = this.selection;
    // Determined before the read, which sees everything up to there, and perhaps more.
    const endBefore = tail.position;
    const { rows, more, reached } = await readPage(this.readUpTo, this.pageSize);
    const last = reached ?? rows.at(-1)?.position ?? this.readUpTo;
    this.readUpTo = more ? last : Math.max(last, endBefore);
    return rows;
  }

  private waitForRows(): Promise<readonly Row[]> {
    const { tail, owner, gate } = this.selection;
    return new Promise((resolve) => {
      const waiting = {
        owner,
        arrived: (rows: readonly Row[], position: number) => {
          unhook?.();
          this.waiting = undefined;
          resolve(this.take(rows, position));
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
      const unhook = gate?.whenChanged(waiting.stop);
    });
  }

  /** Advances to `end`, up to which `rows` reach, and returns the wanted rows, at most a page. */
  private take(rows: readonly Row[], end: number): readonly Row[] {
    const { owner, matches } = this.selection;
    const wanted = rows.filter((row) => row.position > this.readUpTo && row.owner === owner && matches(row));
    const size = this.pageSize;
    const page = wanted.slice(0, size);
    this.readUpTo = Math.max(this.readUpTo, wanted.length > size ? (page.at(-1)?.position ?? end) : end);
    return page;
  }
}
