/** Longest rest of a log's readers: how late a live event is when its wake-up was lost, in milliseconds. */
export const LOG_REST_MS = 1_000;

/** A row of a log. Positions grow by one, are visible in their order, and never change. */
export interface LogRow {
  readonly position: number;
  /** Partner whose row it is. */
  readonly owner: string;
}

/** Reads a log from storage, the rows of all owners. */
export interface TailedLog<Row extends LogRow> {
  /** The next rows after a position, at most so many; none is missing before the last. */
  readBehind(position: number, count: number): Promise<readonly Row[]>;
}

/** Waits at the end of a log. */
export interface Waiter<Row extends LogRow> {
  readonly owner: string;
  /** Rows of its owner have come; everything up to `position` was shown. */
  arrived(rows: readonly Row[], position: number): void;
}

/** Rows kept in memory for those who are a moment late. More costs memory, less sends them to storage. */
const KEPT_ROWS_MAX = 2_048;
/** Rows read at once. */
const READ_ROWS_MAX = 512;

/**
 * The newest rows of a log, once per process, however many follow it: one statement for each wake-up. It stands still
 * while nobody follows.
 */
export class LogTail<Row extends LogRow> {
  private rows: Row[] = [];
  /** Position of the last row that was read; undefined while nobody follows. */
  private end: number | undefined;
  private followers = 0;
  private readonly waiters = new Map<string, Set<Waiter<Row>>>();
  private readonly log: TailedLog<Row>;

  constructor(log: TailedLog<Row>) {
    this.log = log;
  }

  /** Where the tail ends. */
  get position(): number {
    return this.end ?? 0;
  }

  /** Somebody begins to follow. `head` is where the log ends at this moment, or ended a moment ago. */
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

  /** Whether all rows after a position are kept here. */
  covers(position: number): boolean {
    return position >= this.position - this.rows.length;
  }

  /** The kept rows after a position that it covers. */
  rowsBehind(position: number): readonly Row[] {
    const count = this.position - position;
    return count <= 0 ? [] : this.rows.slice(-count);
  }

  /** Tells `waiter` of the next rows of its owner, once. */
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
   * Reads on from where the tail ends.
   * @returns whether there may be more at once
   */
  async advance(): Promise<boolean> {
    const { end } = this;
    if (end === undefined) return false;
    const rows = await this.log.readBehind(end, READ_ROWS_MAX);
    const last = rows.at(-1);
    // All may have left meanwhile, and others have come, who begin elsewhere.
    if (last === undefined || this.end !== end) return false;
    this.rows = [...this.rows, ...rows].slice(-KEPT_ROWS_MAX);
    this.end = last.position;
    this.tell(rows);
    return rows.length === READ_ROWS_MAX;
  }

  private tell(rows: readonly Row[]): void {
    for (const [owner, own] of Map.groupBy(rows, (row) => row.owner)) {
      const waiting = this.waiters.get(owner);
      this.waiters.delete(owner);
      for (const waiter of waiting ?? []) waiter.arrived(own, this.position);
    }
  }
}
