import { createTotpAtProvider, validateTotpAtProvider } from '../../bank/totp/totp.provider.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** One-time codes of the provider. */
export const totpAtProvider: Side = {
  folder: 'provider/totp',
  neighbours: ['provider/intents', 'bank/totp'],
  members: { CreateTotpResult: [UnmappedRefusalErrorType], ValidateTotpResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({
    createTotp: (caller, command) => createTotpAtProvider({ ...needs, provider }, caller, command),
    validateTotp: (caller, command) => validateTotpAtProvider({ ...needs, provider }, caller, command),
  }),
};
