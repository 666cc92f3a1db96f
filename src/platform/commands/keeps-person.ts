import type { Sql } from '../database/database.ts';
import type { SecretBox } from '../secrets/secret-box.ts';

/** A customer of a partner, by CPF. */
export interface Person {
  readonly partnerId: string;
  readonly documentNumber: string;
}

/** What can keep the data of a person from being erased. */
export interface KeepsPerson {
  /** Why, and what to do, as a sentence for operators. */
  readonly because: string;
  readonly isKept: (sql: Sql, secrets: SecretBox, person: Person) => Promise<boolean>;
}
