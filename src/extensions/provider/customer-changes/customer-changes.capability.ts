import { UnmappedRefusalErrorType } from '../intents/unmapped-refusal.result.ts';
import type { Side } from '../side.ts';
import { cancelCustomerAtProvider, updateCustomerAtProvider } from './customer-changes.provider.ts';

/** Changes of customers at the provider. */
export const customerChangesAtProvider: Side = {
  folder: 'extensions/provider/customer-changes',
  neighbours: [
    'bank/customer-changes',
    'bank/customers',
    'bank/registrations',
    'extensions/provider/calls',
    'extensions/provider/intents',
    'extensions/provider/registration-decisions',
  ],
  members: { UpdateCustomerResult: [UnmappedRefusalErrorType], CancelCustomerResult: [UnmappedRefusalErrorType] },
  elsewhere: (provider, needs) => ({
    updateCustomer: updateCustomerAtProvider(provider, needs),
    cancelCustomer: cancelCustomerAtProvider(provider, needs),
  }),
};
