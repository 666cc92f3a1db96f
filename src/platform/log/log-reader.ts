import type { LogRow, LogTail, Waiter } from './log-tail.ts';

/** A row as it is shown to its owner. */
export interface LogEntry {
  readonly position: number;
  /** What the subscription field resolves from. */
  readonly payload: object;
  /** A cursor of its position, to continue after it. */
  readonly cursor: () => string;
}

/** What part of a log is read, and how it is shown. */
export interface LogSelection<Row extends LogRow> {
  readonly tail: LogTail<Row>;
  readonly owner: string;
  /** Whether a row of the owner is wanted; the same rule as in `readPage`. */
  readonly matches: (row: Row) => boolean;
  /** The wanted rows of the owner after a position, the oldest. */
  readonly readPage: (position: number, size: number) => Promise<StoredPage<Row>>;
  readonly show: (row: Row) => object;
  readonly cursorOf: (row: Row) => string;
  /** A cursor of a place at which the log has no row of the owner. */
  readonly cursorAt: (position: number) => Promise<string>;
  /** Holds its readers back; absent: they go on as they are asked. */
  readonly gate?: LogGate;
}

/** Holds back what reads a selection, all readers of it together, and ends them. */
export interface LogGate {
  /** How many entries may be given now. */
  readonly room: number;
  /** Why no more are given at all. */
  readonly problem: Error | undefined;
  /** A reader begins: what was given after this position was not taken. */
  begun(position: number): void;
  given(positions: readonly number[]): void;
  /**
   * Resolves at the next change, once.
   * @returns what ends the wait
   */
  whenChanged(changed: () => void): () => void;
}

interface StoredPage<Row> {
  readonly rows: readonly Row[];
  /** Whether more follow. */
  readonly more: boolean;
  /** Where those begin; by default behind the last row. */
  readonly reached?: number | undefined;
}

/** A source of a subscription that gives entries in the order of a log, and knows its place there. */
export interface LogSource extends AsyncIterableIterator<readonly LogEntry[], undefined> {
  /** Partner whose rows it gives. */
  readonly owner: string;
  /** Whatever is wanted up to here was given. */
  readonly position: number;
  /** Whether it reads at the end of the log, without storage. */
  readonly isLive: boolean;
  /** Identifies it, where its entries are shown to nobody else. */
  readonly own?: string | undefined;
  /** Another source of the same selection that begins after `position`. */
  beginBehind(position: number): LogSource;
  /** A cursor of a place that it has passed. */
  cursorAt(position: number): Promise<string>;
  return(): Promise<IteratorReturnResult<undefined>>;
}

/** Entries given at once at most. */
const PAGE_SIZE = 100;

/**
 * Reads a selection of a log from a position on, page by page as it is asked, and then waits at the end. It holds nothing
 * between two pages but its position. Written by hand, not as an async generator: `return` must end it at once, also
 * while it waits, or everyone who leaves in a quiet time would leave it behind.
 */
export class LogReader<Row extends LogRow> implements LogSource {
  private place: number;
  private isEnded = false;
  private waiting: (Waiter<Row> & { readonly stop: () => void }) | undefined;
  /** Ends the wait for the gate. */
  private goOn: (() => void) | undefined;
  private readonly selection: LogSelection<Row>;

  /** @param head where the log ends; needed when nobody has followed it yet */
  constructor(selection: LogSelection<Row>, position: number, head: number) {
    this.selection = selection;
    this.place = position;
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
    return this.waiting === undefined ? this.place : Math.max(this.place, this.selection.tail.position);
  }

  get isLive(): boolean {
    return this.selection.gate?.room === 0 || this.selection.tail.covers(this.place) || this.waiting !== undefined;
  }

  beginBehind(position: number): LogReader<Row> {
    return new LogReader(this.selection, position, this.selection.tail.position);
  }

  cursorAt(position: number): Promise<string> {
    return this.selection.cursorAt(position);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /**
   * The next page; an empty one where storage had nothing more: the next call waits at the end of the log.
   * @throws what the gate says
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
      // It may have been ended while it read or waited.
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
      this.goOn = () => {
        unhook();
        this.goOn = undefined;
        resolve();
      };
    });
  }

  private async read(): Promise<readonly Row[]> {
    const { tail } = this.selection;
    if (!tail.covers(this.place)) return this.readStored();
    const rows = this.take(tail.rowsBehind(this.place), tail.position);
    return rows.length > 0 ? rows : this.waitForRows();
  }

  /** Pages through what the tail has not kept. */
  private async readStored(): Promise<readonly Row[]> {
    const { tail, readPage } = this.selection;
    // Looked at before the read: it sees everything up to there, and perhaps more.
    const endBefore = tail.position;
    const { rows, more, reached } = await readPage(this.place, this.pageSize);
    const last = reached ?? rows.at(-1)?.position ?? this.place;
    this.place = more ? last : Math.max(last, endBefore);
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

  /** Takes what is wanted of rows that reach up to `end`, a page at most. */
  private take(rows: readonly Row[], end: number): readonly Row[] {
    const { owner, matches } = this.selection;
    const wanted = rows.filter((row) => row.position > this.place && row.owner === owner && matches(row));
    const size = this.pageSize;
    const page = wanted.slice(0, size);
    this.place = Math.max(this.place, wanted.length > size ? (page.at(-1)?.position ?? end) : end);
    return page;
  }
}
