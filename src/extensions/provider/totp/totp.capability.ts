import { createTotpAtProvider, validateTotpAtProvider } from './totp.provider.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** One-time codes of the provider. */
export const totpAtProvider: Side = {
  folder: 'extensions/provider/totp',
  neighbours: ['bank/addressing-keys', 'bank/totp', 'extensions/provider/calls', 'extensions/provider/intents'],
  members: { CreateTotpResult: [UnmappedRefusalErrorType], ValidateTotpResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({
    createTotp: (caller, command) => createTotpAtProvider({ ...needs, provider }, caller, command),
    validateTotp: (caller, command) => validateTotpAtProvider({ ...needs, provider }, caller, command),
  }),
};
