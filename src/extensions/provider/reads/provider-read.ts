import type { Requester } from '../../../kernel/requester.ts';
import type { ReadAccess } from '../intents/provider-mutation.ts';

/** A read of a requester. */
export interface ProviderRead extends ReadAccess {
  readonly requester: Requester;
  readonly partnerId: string;
}
