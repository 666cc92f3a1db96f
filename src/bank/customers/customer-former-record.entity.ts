import { defineEntity } from '@mikro-orm/core';

const CustomerFormerRecordSchema = defineEntity({
  name: 'CustomerFormerRecord',
  properties: (p) => ({
    id: p.uuid().primary(),
    registrationId: p.uuid().index(),
    partnerId: p.text(),
    replacedAt: p.datetime(3),
    /** The columns that were changed, with the values that they had. */
    record: p.json<object>().columnType('json'),
  }),
});

/** What was in force of a customer's record until a change, all of it personal data. Erasing the person deletes it. */
export class CustomerFormerRecord extends CustomerFormerRecordSchema.class {}
CustomerFormerRecordSchema.setClass(CustomerFormerRecord);
