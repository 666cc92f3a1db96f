/** Longest interval between two reads of a log, in milliseconds: how late a live event is if its wake-up was lost. */
export const LOG_REST_MS = 1_000;

/** A row of a log. Positions become visible in order, and never change. */
export interface LogRow {
  /** Among the rows of its owner, which increase by one. */
  readonly position: number;
  /** Among the rows of all owners, which increase by one too. Only the tail of a process uses it: nobody is shown it. */
  readonly logPosition: number;
  /** The partner that owns the row. */
  readonly owner: string;
  /** Distinguishes it from any other row that had its position before the database went back to an earlier state. */
  readonly stamp: string;
}

/** Reads the rows of all owners from storage. */
export interface TailedLog<Row extends LogRow> {
  /** Returns the next rows after a position in the log, at most `count`, without gaps. */
  readAfter(logPosition: number, count: number): Promise<readonly Row[]>;
  /** Returns the position in the log of the last row, whether or not that is still stored. */
  readHead(): Promise<number>;
}

/** Waits at the end of a log. */
export interface Waiter<Row extends LogRow> {
  readonly owner: string;
  /** Receives new rows of its owner: all there are up to the end of the tail. */
  arrived(rows: readonly Row[]): void;
}

/** Rows kept in memory for readers that are slightly late. More cost memory, fewer make readers read storage. */
const KEPT_ROWS_MAX = 2_048;
/** Maximum number of rows per read. */
const READ_ROWS_MAX = 512;

/**
 * The newest rows of a log, read once per process for any number of readers: one statement per wake-up. Without readers
 * it pauses. Its positions are those of the log.
 */
export class LogTail<Row extends LogRow> {
  private rows: Row[] = [];
  /** Position of the last row that was read; undefined without readers. */
  private end: number | undefined;
  private timesSetBack = 0;
  private followers = 0;
  private readonly waiters = new Map<string, Set<Waiter<Row>>>();
  private readonly log: TailedLog<Row>;

  constructor(log: TailedLog<Row>) {
    this.log = log;
  }

  /** The end of the tail. */
  get position(): number {
    return this.end ?? 0;
  }

  /** How often the log went back to an earlier state while it had readers. */
  get setBacks(): number {
    return this.timesSetBack;
  }

  /** Adds a reader. `head` is the end of the log, now or a moment ago. */
  attach(head: number): void {
    this.followers += 1;
    this.end ??= head;
  }

  detach(): void {
    this.followers -= 1;
    if (this.followers > 0) return;
    this.end = undefined;
    this.rows = [];
  }

  /** Returns where a kept row is in the log; null if it is not kept. */
  logPositionOf({ owner, position }: Pick<LogRow, 'owner' | 'position'>): number | null {
    return this.rows.findLast((row) => row.owner === owner && row.position === position)?.logPosition ?? null;
  }

  /** Checks whether all rows after a position are kept here. */
  covers(position: number): boolean {
    return position >= this.position - this.rows.length;
  }

  /** Returns the kept rows after a position that the tail covers. */
  rowsAfter(position: number): readonly Row[] {
    const count = this.position - position;
    return count <= 0 ? [] : this.rows.slice(-count);
  }

  /** Notifies `waiter` once, of the next rows of its owner. */
  wait(waiter: Waiter<Row>): void {
    const { owner } = waiter;
    const waiting = this.waiters.get(owner);
    if (waiting === undefined) this.waiters.set(owner, new Set([waiter]));
    else waiting.add(waiter);
  }

  unhook(waiter: Waiter<Row>): void {
    const waiting = this.waiters.get(waiter.owner);
    if (waiting?.delete(waiter) === true && waiting.size === 0) this.waiters.delete(waiter.owner);
  }

  /**
   * Reads the next rows.
   * @returns whether more may be available already
   */
  async advance(): Promise<boolean> {
    const { end } = this;
    if (end === undefined) return false;
    // The last row again, and what follows it: after a failover, another row may have its position.
    const read = await this.log.readAfter(end - 1, READ_ROWS_MAX + 1);
    // Meanwhile all readers may have left, and new ones may have started at another position.
    if (this.end !== end) return false;
    if (!this.isContinuedBy(read)) return this.goBack(end);
    this.rows = [...this.rows.slice(0, -1), ...read].slice(-KEPT_ROWS_MAX);
    const rows = read.filter(({ logPosition }) => logPosition > end);
    const last = rows.at(-1);
    if (last === undefined) return false;
    this.end = last.logPosition;
    this.notify(rows);
    return rows.length >= READ_ROWS_MAX;
  }

  private isContinuedBy([first]: readonly Row[]): boolean {
    const last = this.rows.at(-1);
    if (last === undefined) return first !== undefined || this.end === 0;
    return first?.logPosition === last.logPosition && first.stamp === last.stamp;
  }

  /**
   * Forgets all rows, as some may be lost, and continues before them: readers that have not reached that position yet
   * receive what replaced the lost rows.
   */
  private async goBack(end: number): Promise<boolean> {
    const head = await this.log.readHead();
    if (this.end !== end) return false;
    const [oldest] = this.rows;
    const start = Math.min(head, oldest === undefined ? end : oldest.logPosition - 1);
    // Then the last row is only too old to be stored.
    if (start === end) return false;
    this.end = start;
    this.rows = [];
    this.timesSetBack += 1;
    return true;
  }

  private notify(rows: readonly Row[]): void {
    for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
      const waiting = this.waiters.get(owner);
      this.waiters.delete(owner);
      for (const waiter of waiting ?? []) waiter.arrived(own);
    }
  }
}
