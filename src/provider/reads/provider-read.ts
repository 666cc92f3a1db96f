import type { Requester } from '../../kernel/requester.ts';
import type { Database } from '../../platform/database/database.ts';
import type { AskProvider } from '../intents/provider-mutation.ts';

/** What a read needs to ask the provider and to store its answer. */
export interface ProviderRead {
  readonly requester: Requester;
  readonly database: Database;
  readonly ask: AskProvider;
}
