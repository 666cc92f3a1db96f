import { Migration20261129130100_reasons_of_reprovals } from '../../../migrations/Migration20261129130100_reasons_of_reprovals.ts';
import type { Capability } from '../../capability.ts';
import { customerRefusals } from './customer.errors.ts';
import { customerNodes, CustomerResolver } from './customer.resolver.ts';
import { CustomerListResolver } from './customer-list.resolver.ts';
import { HolderCustomerResolver } from './holder-customer.resolver.ts';
import type { CustomersElsewhere } from './customers.port.ts';
import { Holder } from './holder.entity.ts';
import { Customer } from './customer.entity.ts';
import { CustomerRegistration } from './customer-registration.entity.ts';
import { CustomerRecord } from './customer-record.entity.ts';
import { CustomerFormerRecord } from './customer-former-record.entity.ts';
import { CustomerContact } from './customer-contact.entity.ts';

/** Persons and companies that hold accounts. */
export const customers: Capability<{ readonly elsewhere: CustomersElsewhere }> = {
  folder: 'bank/customers',
  neighbours: ['bank/partners'],
  entities: [Holder, Customer, CustomerRegistration, CustomerRecord, CustomerFormerRecord, CustomerContact],
  migrations: [Migration20261129130100_reasons_of_reprovals],
  refusals: [customerRefusals],
  nodes: [customerNodes],
  resolvers: ({ elsewhere }) => [
    new CustomerResolver(elsewhere.customer),
    new CustomerListResolver(),
    new HolderCustomerResolver(),
  ],
};
