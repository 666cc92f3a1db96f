import { defineEntity } from '@mikro-orm/core';

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  properties: (p) => ({
    id: p.uuid().primary(),
    at: p.datetime(3),
    partnerId: p.text(),
    /** The client that the token was issued to, where the token says. */
    client: p.text().nullable(),
    mutation: p.text(),
    /** The member of the mutation's union that it ended in; `Failed` without one. */
    result: p.text(),
    correlationId: p.uuid().index(),
  }),
  indexes: [{ properties: ['partnerId', 'at'] }],
});

/** Who did which mutation, and how it ended. Its values are in the log of events and in what was made, never here. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
