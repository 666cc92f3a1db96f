/** What became of secrets that were to be sealed again, by what they belong to. */
export interface ResealedSecrets {
  /** Sealed again, or, on a dry run, still to be. */
  resealed: number;
  /** Sealed with the first key before. */
  upToDate: number;
  /** Ids of those that none of the keys opens. */
  readonly unopened: string[];
}
