import type { Requester } from '../../../kernel/requester.ts';
import type { ProviderAccess } from '../intents/provider-mutation.ts';

/** A read of a requester. */
export interface ProviderRead extends ProviderAccess {
  readonly requester: Requester;
  readonly partnerId: string;
}
