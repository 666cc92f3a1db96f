import { openSandboxAccountAtProvider, sandboxAccountAtProvider } from './open-sandbox-account.provider.ts';
import { cashInAtProvider, simulateCashInAtProvider } from './simulate-cash-in.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
import { notAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** Payments and accounts that the provider's sandbox simulates. */
export const sandboxAtProvider: Side = {
  folder: 'extensions/provider/sandbox',
  neighbours: [
    'bank/accounts',
    'bank/cash-ins',
    'bank/customers',
    'playground/sandbox',
    'extensions/provider/accounts',
    'extensions/provider/calls',
    'extensions/provider/cash-ins',
    'extensions/provider/intents',
  ],
  members: {
    OpenSandboxAccountResult: [UnmappedRefusalErrorType],
    SimulateCashInResult: [UnmappedRefusalErrorType],
    SimulateStatusResult: [NotAvailableAtProviderErrorType],
    SimulateDecisionResult: [NotAvailableAtProviderErrorType],
  },
  mutations: (needs) => [resumable(sandboxAccountAtProvider(needs)), resumable(cashInAtProvider(needs))],
  elsewhere: (provider, needs) => ({
    openSandboxAccount: openSandboxAccountAtProvider(provider, needs),
    simulateCashIn: simulateCashInAtProvider(provider, needs),
    simulateStatus: notAvailable,
    simulateDecision: notAvailable,
  }),
};
