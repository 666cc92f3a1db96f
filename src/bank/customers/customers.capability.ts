import { Migration20261121140000_customers } from '../../../migrations/Migration20261121140000_customers.ts';
import type { Capability } from '../../capability.ts';
import { customerRefusals } from './customer.errors.ts';
import { customerNodes, CustomerResolver } from './customer.resolver.ts';
import { customerRest } from './customer.rest.ts';
import { Holder } from './holder.entity.ts';
import { Customer } from './customer.entity.ts';
import { CustomerRegistration } from './customer-registration.entity.ts';
import { CustomerRecord } from './customer-record.entity.ts';
import { CustomerContact } from './customer-contact.entity.ts';

/** Persons and companies that hold accounts. */
export const customers: Capability = {
  folder: 'bank/customers',
  neighbours: ['bank/partners'],
  entities: [Holder, Customer, CustomerRegistration, CustomerRecord, CustomerContact],
  migrations: [Migration20261121140000_customers],
  refusals: [customerRefusals],
  nodes: [customerNodes],
  rest: customerRest,
  resolvers: () => [new CustomerResolver()],
};
