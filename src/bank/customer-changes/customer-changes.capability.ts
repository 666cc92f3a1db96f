import { Migration20261129140100_changes_of_customers } from '../../../migrations/Migration20261129140100_changes_of_customers.ts';
import type { Capability } from '../../capability.ts';
import { eventsAbout } from '../../platform/graphql/vocabulary/event-subject.ts';
import { registrationOfEvent } from '../registrations/registrations.capability.ts';
import { customerChangeRefusals } from './customer-change.errors.ts';
import { CUSTOMER_WAS_CANCELED, CUSTOMER_WAS_UPDATED } from './customer-change.events.ts';
import { cancelCustomerPort, updateCustomerPort, type CustomerChangesNeeds } from './customer-changes.port.ts';
import { CustomerChangesResolver, CustomerHasOpenAccountsResolver } from './customer-changes.resolver.ts';

/** Changes of customers, and the end of relationships. */
export const customerChanges: Capability<CustomerChangesNeeds> = {
  folder: 'bank/customer-changes',
  neighbours: ['bank/accounts', 'bank/customers', 'bank/registrations', 'events/log'],
  migrations: [Migration20261129140100_changes_of_customers],
  refusals: [customerChangeRefusals],
  events: eventsAbout(registrationOfEvent, CUSTOMER_WAS_UPDATED, CUSTOMER_WAS_CANCELED),
  resolvers: (needs) => [
    new CustomerChangesResolver(updateCustomerPort(needs), cancelCustomerPort(needs)),
    new CustomerHasOpenAccountsResolver(),
  ],
};
