import { defineEntity, type PropertyBuilders } from '@mikro-orm/core';

/** Columns of every entry. The values of a mutation are in the event log and in the created objects, never here. */
export function auditColumns(p: PropertyBuilders) {
  return {
    at: p.datetime(3),
    /** Empty if the caller was not authenticated. */
    partnerId: p.text(),
    /** The client that the token was issued to, if the token names it. */
    client: p.text().nullable(),
    /** The mutation; for other acts `customer` and `node` (reads) or `login`. */
    mutation: p.text(),
    /** The member of the mutation's union that was returned, `Failed` if none; `Read`; the code of a refusal. */
    result: p.text(),
    /** Id of the person whose data was read. */
    subject: p.text().nullable(),
    /** How many equal acts the entry represents: refused logins of ten seconds are one entry. */
    count: p.integer().default(1),
    correlationId: p.uuid(),
  };
}

const AuditEntrySchema = defineEntity({
  name: 'AuditEntry',
  properties: (p) => ({
    id: p.uuid().primary(),
    ...auditColumns(p),
    /** Position in the chain of its partner, from 1 without gaps; null for entries older than the chains. */
    position: p.bigint('string').nullable(),
    /** Hash over the previous hash and this entry, in hex. */
    hash: p.text().nullable(),
  }),
  indexes: [{ properties: ['partnerId', 'at'] }, { properties: ['correlationId'] }],
  uniques: [{ name: 'audit_entry_position_unique', properties: ['partnerId', 'position'] }],
});

/** Who did what, and with what result, in a hash chain: each entry vouches for all entries before it. */
export class AuditEntry extends AuditEntrySchema.class {}
AuditEntrySchema.setClass(AuditEntry);
