/** The result of re-encrypting the secrets of one kind. */
export interface ResealedSecrets {
  /** Number that was re-encrypted, or, on a dry run, would be. */
  resealed: number;
  /** Number that was already encrypted with the first key. */
  upToDate: number;
  /** Ids of the secrets that none of the keys decrypts. */
  readonly unopened: string[];
}
