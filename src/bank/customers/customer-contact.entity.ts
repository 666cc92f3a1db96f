import { defineEntity } from '@mikro-orm/core';
import { ContactKind } from './customer-record.enum.ts';
import { Customer } from './customer.entity.ts';

const CustomerContactSchema = defineEntity({
  name: 'CustomerContact',
  properties: (p) => ({
    partnerId: p.text().primary(),
    /** In normal form: an e-mail address in lower case, a phone in E.164. */
    value: p.text().primary(),
    /** Last in the key: behind row-level security no index is searched by an enum. */
    kind: p
      .enum(() => ContactKind)
      .nativeEnumName('contact_kind')
      .primary(),
    customerId: () => p.manyToOne(Customer).mapToPk().fieldName('customer_id').updateRule('no action').index(),
  }),
});

/**
 * An e-mail address or phone of a customer's record in force or registration under analysis: no other customer of the
 * partner can have it meanwhile. The primary key decides races.
 */
export class CustomerContact extends CustomerContactSchema.class {}
CustomerContactSchema.setClass(CustomerContact);
