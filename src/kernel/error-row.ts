/** What is said of a code in the catalogue. */
export interface ErrorRow {
  /** The HTTP status that the partner API answers with. */
  readonly status: number;
  /** Placeholders stand in angle brackets. */
  readonly message: string;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
  /** Mutations whose result may be this error; empty for a code that shows as a top-level error alone. */
  readonly raisedBy: readonly string[];
}
