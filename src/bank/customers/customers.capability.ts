import type { Capability } from '../../capability.ts';
import { customerRefusals } from './customer.errors.ts';
import { customerNodes, CustomerResolver } from './customer.resolver.ts';
import { CustomerType } from './customer.type.ts';
import type { ReadCustomerNeeds } from './read-customer.port.ts';
import { freshnessResolver } from '../../provider/reads/freshness.resolver.ts';
import { Holder } from './holder.entity.ts';
import { Customer } from './customer.entity.ts';
import { CustomerRegistration } from './customer-registration.entity.ts';
import { CustomerRecord } from './customer-record.entity.ts';
import { CustomerContact } from './customer-contact.entity.ts';

/** Persons and companies that hold accounts. */
export const customers: Capability<ReadCustomerNeeds> = {
  folder: 'bank/customers',
  neighbours: ['bank/partners', 'events/log', 'provider/intents', 'provider/events', 'provider/reads'],
  entities: [Holder, Customer, CustomerRegistration, CustomerRecord, CustomerContact],
  refusals: [customerRefusals],
  nodes: [customerNodes],
  resolvers: (needs) => [new CustomerResolver(needs), freshnessResolver(CustomerType, needs.provider)],
};
