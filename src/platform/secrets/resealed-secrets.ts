/** What became of secrets that were to be sealed anew, by what they belong to. */
export interface ResealedSecrets {
  /** Sealed anew, or, when it was only looked, still to be. */
  resealed: number;
  /** Sealed with the first key before. */
  upToDate: number;
  /** Ids of those that none of the keys opens. */
  readonly unopened: string[];
}
