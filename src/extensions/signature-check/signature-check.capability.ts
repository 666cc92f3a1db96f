import type { Capability } from '../../capability.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { SignatureCheckDependencies } from './check-webhook-signature.ts';
import { SignatureCheckResolver } from './signature-check.resolver.ts';

/** Explains why a receiver rejects a message. */
export const signatureCheckCapability: Capability<WithoutDatabase<SignatureCheckDependencies>> = {
  folder: 'extensions/signature-check',
  neighbours: ['webhooks/deliveries', 'webhooks/signing', 'webhooks/test-messages'],
  resolvers: (needs) => [new SignatureCheckResolver(needs)],
};
