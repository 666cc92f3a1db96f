/** The only source of randomness: identifiers, pocket numbers, correlation ids. Injected, so that a test can repeat it. */
export interface Random {
  /** A random UUID, version 4. */
  uuid(): string;
  /** A UUID, version 7: ordered by time of making, so that rows of one time lie together in an index. */
  timeOrderedUuid(at: Date): string;
  /** A random integer in `[min, max]`, both included. */
  integer(min: number, max: number): number;
  /** Random bytes that nobody can guess, for keys. */
  bytes(length: number): Uint8Array;
}
