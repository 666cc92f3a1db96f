import type { Requester } from '../../kernel/requester.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AskProvider } from '../intents/provider-mutation.ts';

/** What a read asks the provider with, and stores its answer in. */
export interface FetchingForRead {
  readonly requester: Requester;
  readonly database: Database;
  readonly ask: AskProvider;
}
