const LENGTH_BYTES = 4;
/** Initial capacity for rows, in bytes: for a page of 50 pockets. */
const BYTES_FIRST = 16_384;
/** Maximum number of stores that wait for their next page. */
const SPARE_MAX = 64;

const spare: ReceivedRows[] = [];

/** The rows of a page as received, one after the other. */
export class ReceivedRows {
  bytes = Buffer.allocUnsafeSlow(BYTES_FIRST);
  /** Where each row begins; the last one ends at `end`. */
  private readonly rows: number[] = [];
  private end = 0;
  /** Where the row that was found last begins: with the length of its first field. */
  start = 0;
  /** Where its fields begin and end; a null field ends before it begins. */
  readonly starts: number[] = [];
  readonly ends: number[] = [];

  /** Returns an empty store. Memory that was used before costs less than new memory. */
  static take(): ReceivedRows {
    return spare.pop() ?? new ReceivedRows();
  }

  get count(): number {
    return this.rows.length;
  }

  keep(bytes: Buffer, at: number, end: number): void {
    const length = this.end + end - at;
    if (length > this.bytes.length) this.bytes = Buffer.concat([this.bytes.subarray(0, this.end)], 2 * length);
    this.rows.push(this.end);
    bytes.copy(this.bytes, this.end, at, end);
    this.end = length;
  }

  /** Finds the fields of a row. @returns the length of the row in bytes */
  find(row: number): number {
    const { bytes, starts, ends } = this;
    const start = this.rows[row] ?? 0;
    const end = this.rows[row + 1] ?? this.end;
    this.start = start;
    let at = start;
    for (let nth = 0; at < end; nth += 1) {
      const length = bytes.readInt32BE(at);
      at += LENGTH_BYTES;
      starts[nth] = at;
      ends[nth] = at + length;
      if (length > 0) at += length;
    }
    return end - start;
  }

  /** Releases the store for the next page; its rows must not be read any more. */
  give(): void {
    this.rows.length = 0;
    this.end = 0;
    if (spare.length < SPARE_MAX && this.bytes.length === BYTES_FIRST) spare.push(this);
  }
}
