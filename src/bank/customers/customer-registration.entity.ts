import { defineEntity } from '@mikro-orm/core';
import { CustomerStatus } from './customer-status.enum.ts';
import { reprovalReasonOf } from './reproval-reason.enum.ts';

const CustomerRegistrationSchema = defineEntity({
  name: 'CustomerRegistration',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: p.text(),
    documentNumber: p.text(),
    status: p.enum(() => CustomerStatus).nativeEnumName('customer_status'),
    reasons: p.array(reprovalReasonOf).columnType('text[]'),
    /** Of the request; used for later events. */
    correlationId: p.uuid(),
    receivedAt: p.datetime(3),
    /** When its analysis is due, or due again; null if none is open. */
    dueAt: p.datetime(3).nullable(),
    decidedAt: p.datetime(3).nullable(),
    /** When its late analysis was logged. */
    reportedLateAt: p.datetime(3).nullable(),
    /** Of its detailed analysis, which its customer can have once after a rejection. */
    detailedRequestedAt: p.datetime(3).nullable(),
    detailedDueAt: p.datetime(3).nullable(),
    detailedDecidedAt: p.datetime(3).nullable(),
  }),
  indexes: [
    { properties: ['partnerId', 'receivedAt', 'id'] },
    { properties: ['partnerId', 'status', 'receivedAt', 'id'] },
    {
      name: 'customer_registration_person_index',
      properties: ['partnerId', 'documentNumber', 'receivedAt', 'id'],
    },
    {
      name: 'customer_registration_due_index',
      expression:
        'create index customer_registration_due_index on customer_registration (partner_id, due_at) where due_at is not null',
    },
    {
      name: 'customer_registration_detailed_index',
      expression:
        'create index customer_registration_detailed_index on customer_registration (detailed_due_at) where detailed_due_at is not null and detailed_decided_at is null',
    },
  ],
  checks: [
    {
      name: 'customer_registration_is_decided_once',
      expression: "(status = 'PENDING_APPROVAL') = (decided_at is null)",
    },
  ],
});

/** A registration of a person, and its analysis. What the person stated is a separate record. */
export class CustomerRegistration extends CustomerRegistrationSchema.class {}
CustomerRegistrationSchema.setClass(CustomerRegistration);
