import { defineEntity } from '@mikro-orm/core';
import { CustomerStatus } from './customer-status.enum.ts';

const CustomerSchema = defineEntity({
  name: 'Customer',
  properties: (p) => ({
    id: p.uuid().primary(),
    /** No foreign key: each insert would lock the partner's row, which all its writers share. */
    partnerId: p.text(),
    documentNumber: p.text(),
    status: p.enum(() => CustomerStatus).nativeEnumName('customer_status'),
    /** The registration whose record is in force: the last approved one, or else the last one. */
    registrationId: p.uuid(),
    /**
     * The registration under analysis, at most one; while it is set, another one is refused. During a detailed analysis,
     * the rejected one.
     */
    pendingRegistrationId: p.uuid().nullable().unique(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).nullable(),
    /**
     * When the provider decided the last registration, by its own clock; or when one was sent that it accepted while
     * another was still pending here. Null: unknown, or there is no provider.
     */
    providerDecidedAt: p.datetime(3).nullable(),
  }),
  uniques: [{ properties: ['partnerId', 'documentNumber'] }],
  indexes: [
    { properties: ['partnerId', 'createdAt', 'id'] },
    { properties: ['partnerId', 'status', 'createdAt', 'id'] },
    { properties: ['partnerId', 'registrationId'] },
  ],
  checks: [
    {
      name: 'customer_pending_is_pending',
      expression: "status <> 'PENDING_APPROVAL' or pending_registration_id is not null",
    },
  ],
});

/** A person whom a partner has registered. */
export class Customer extends CustomerSchema.class {}
CustomerSchema.setClass(Customer);
