/** The only source of randomness: ids, pocket numbers, correlation ids. Injected, so that a test can repeat it. */
export interface Random {
  /** A random UUID, version 4. */
  uuid(): string;
  /** A UUID, version 7: ordered by creation time, so that rows of the same time are adjacent in an index. */
  timeOrderedUuid(at: Date): string;
  /** A random integer in `[min, max]`, both included. */
  integer(min: number, max: number): number;
  /** Unpredictable random bytes, for keys. */
  bytes(length: number): Uint8Array;
}
