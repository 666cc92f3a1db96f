import type { Requester } from '../../kernel/requester.ts';
import type { Database } from './database.ts';

/** The caller of a request, and the database as that caller can see it. */
export interface Caller {
  readonly database: Database;
  readonly requester: Requester;
  /** The client that the token was issued to, if the token names one. */
  readonly client: string | null;
}

/** The dependencies of a use case except the database, which each request provides, as the caller can see it. */
export type WithoutDatabase<Dependencies extends { readonly database: Database }> = Omit<Dependencies, 'database'>;
