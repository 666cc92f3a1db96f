/** Takes rows as the bytes in which the database sends them, while they come: no value of them is made. */
export interface RowSink {
  /** @param at where the fields of a row begin: each is its length as an Int32, -1 for null, and so many bytes of text */
  take(bytes: Buffer, at: number, end: number): void;
}
