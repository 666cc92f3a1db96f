import type { Requester } from '../../kernel/requester.ts';
import type { Database } from './database.ts';

/** Who asks for something, and the database as it may see it. */
export interface Caller {
  readonly database: Database;
  readonly requester: Requester;
  /** The client that its token was issued to, where it says. */
  readonly client: string | null;
}

/** What a use case stands on, but for the database: that comes with each request, as the caller may see it. */
export type WithoutDatabase<Dependencies extends { readonly database: Database }> = Omit<Dependencies, 'database'>;
