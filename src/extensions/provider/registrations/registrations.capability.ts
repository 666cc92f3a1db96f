import { registerCustomerAtProvider, registrationAtProvider } from './register-customer.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
import { notAvailable } from '../intents/not-available.errors.ts';
import { NotAvailableAtProviderErrorType } from '../intents/not-available.result.ts';
import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';

/** Registration of customers at the provider. */
export const registrationsAtProvider: Side = {
  folder: 'extensions/provider/registrations',
  neighbours: [
    'bank/customers',
    'bank/registrations',
    'extensions/provider/calls',
    'extensions/provider/events',
    'extensions/provider/intents',
  ],
  members: {
    RegisterCustomerResult: [UnmappedRefusalErrorType],
    RequestDetailedAnalysisResult: [NotAvailableAtProviderErrorType],
  },
  mutations: (needs) => [resumable(registrationAtProvider(needs))],
  elsewhere: (provider, needs) => ({
    registerCustomer: registerCustomerAtProvider(provider, needs),
    requestDetailedAnalysis: notAvailable,
  }),
};
