/** What is said of a code in the catalogue. */
export interface ErrorRow {
  /** The HTTP status that the partner API answers with. */
  readonly status: number;
  /** Placeholders stand in angle brackets. */
  readonly message: string;
  /** Completes the sentence "Returned when …". */
  readonly condition: string;
  /** The refusal tells that somebody else is a customer or owns a key: it is charged to a look-up budget. */
  readonly tellsOfOthers?: true;
}
