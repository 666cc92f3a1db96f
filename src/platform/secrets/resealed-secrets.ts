import type { Database } from '../database/database.ts';
import type { SecretBox } from './secret-box.ts';

/** The result of re-encrypting the secrets of one kind. */
export interface ResealedSecrets {
  /** Number that was re-encrypted, or, on a dry run, would be. */
  resealed: number;
  /** Number that was already encrypted with the first key. */
  upToDate: number;
  /** Ids of the secrets that none of the keys decrypts. */
  readonly unopened: string[];
}

/** Secrets at rest of one kind. */
export interface SealedSecrets {
  /** What they are, for operators; `<n>` stands for their number. */
  readonly what: string;
  /** Encrypts them again with the first key; a dry run only counts them. */
  readonly reseal: (database: Database, secrets: SecretBox, isDryRun: boolean) => Promise<ResealedSecrets>;
}
