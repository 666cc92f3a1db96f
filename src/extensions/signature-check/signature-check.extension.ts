import { extension } from '../../extension.ts';
import type { WithoutDatabase } from '../../platform/database/caller.ts';
import type { SignatureCheckDependencies } from './check-webhook-signature.ts';
import { signatureCheckCapability } from './signature-check.capability.ts';

/** `Query.checkWebhookSignature`. */
export const signatureCheck = extension<WithoutDatabase<SignatureCheckDependencies>>({
  name: 'signature-check',
  capabilities: [signatureCheckCapability],
  open: () => ({}),
});
