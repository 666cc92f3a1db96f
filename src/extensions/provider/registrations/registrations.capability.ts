import { registerCustomerAtProvider, registrationAtProvider } from './register-customer.provider.ts';
import { resumable } from '../intents/resume-intents.ts';
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
  members: { RegisterCustomerResult: [UnmappedRefusalErrorType] },
  mutations: (needs) => [resumable(registrationAtProvider(needs))],
  elsewhere: (provider, needs) => ({ registerCustomer: registerCustomerAtProvider(provider, needs) }),
};
