import { defineEntity } from '@mikro-orm/core';
import { auditColumns } from './audit-entry.entity.ts';

const AuditOutboxSchema = defineEntity({
  name: 'AuditOutbox',
  properties: (p) => ({ id: p.uuid().primary(), ...auditColumns(p) }),
});

/** An entry that waits for its place in the chain of its partner. */
export class AuditOutbox extends AuditOutboxSchema.class {}
AuditOutboxSchema.setClass(AuditOutbox);
