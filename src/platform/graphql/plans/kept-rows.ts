/** Room for rows, in bytes: for a page of 50 pockets. */
const BYTES_FIRST = 16_384;
/** Stores that wait for their next page at most. */
const SPARE_MAX = 64;

const spare: KeptRows[] = [];

/** The rows of a page as they came, one after the other. */
export class KeptRows {
  bytes = Buffer.allocUnsafeSlow(BYTES_FIRST);
  /** Where each begins; the last one ends at `end`. */
  readonly starts: number[] = [];
  end = 0;

  /** An empty one. Memory that was used before costs less than new. */
  static take(): KeptRows {
    return spare.pop() ?? new KeptRows();
  }

  get count(): number {
    return this.starts.length;
  }

  keep(bytes: Buffer, at: number, end: number): void {
    const length = this.end + end - at;
    if (length > this.bytes.length) this.bytes = Buffer.concat([this.bytes.subarray(0, this.end)], 2 * length);
    this.starts.push(this.end);
    bytes.copy(this.bytes, this.end, at, end);
    this.end = length;
  }

  /** Gives it to the next page; nobody reads these rows any more. */
  give(): void {
    this.starts.length = 0;
    this.end = 0;
    if (spare.length < SPARE_MAX && this.bytes.length === BYTES_FIRST) spare.push(this);
  }
}
