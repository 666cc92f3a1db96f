import { defineEntity, type PropertyBuilders } from '@mikro-orm/core';

/** What every entry says. Its values are in the log of events and in what was made, never here. */
export function auditColumns(p: PropertyBuilders) {
  return {
    at: p.datetime(3),
    /** Empty where nobody was let in. */
    partnerId: p.text(),
    /** The client that the token was issued to, where the token says. */
    client: p.text().nullable(),
    /** The mutation, or what else was done: `customer` and `node` for reads, `login`. */
    mutation: p.text(),
    /** The member of the mutation's union that it ended in, `Failed` without one; `Read`; a code of a refusal. */
    result: p.text(),
    /** Id of the person whose data was read. */
    subject: p.text().nullable(),
    /** How many of the same it stands for: refused logins of ten seconds are one entry. */
    count: p.integer().default(1),
    correlationId: p.uuid(),
  };
}

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  properties: (p) => ({
    id: p.uuid().primary(),
    ...auditColumns(p),
    /** Place in the chain of its partner, dense from 1 on; null: from before there were chains. */
    position: p.bigint('string').nullable(),
    /** Of the entry before and of this one, in hex. */
    hash: p.text().nullable(),
  }),
  indexes: [{ properties: ['partnerId', 'at'] }, { properties: ['correlationId'] }],
  uniques: [{ name: 'audit_entry_position_unique', properties: ['partnerId', 'position'] }],
});

/** Who did what, and how it ended: in the order of a chain in which each entry vouches for all before it. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
