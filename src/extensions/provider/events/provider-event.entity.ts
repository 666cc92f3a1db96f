import { defineEntity } from '@mikro-orm/core';

const ProviderEventSchema = defineEntity({
  name: 'ProviderEvent',
  properties: (p) => ({
    /** Version 7: the order in which parked events of an entity are released. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    idempotencyKey: p.uuid(),
    /** As in the body. */
    name: p.text(),
    entityId: p.text(),
    /** Distinguishes repeated events of an entity, such as its registrations; null while it is parked. */
    round: p.text().nullable(),
    receivedAt: p.datetime(3),
    /** Only while it is parked, as its subject is not known here yet. */
    body: p.text().nullable(),
    /** When the first parked event of an entity is tried next; null for its later ones. */
    dueAt: p.datetime(3).nullable(),
    tries: p.integer().default(0),
  }),
  uniques: [
    { name: 'provider_event_key_unique', properties: ['partnerId', 'idempotencyKey'] },
    { name: 'provider_event_round_unique', properties: ['partnerId', 'name', 'entityId', 'round'] },
  ],
  indexes: [
    {
      name: 'provider_event_due_index',
      expression:
        'create index provider_event_due_index on provider_event (partner_id, due_at) where due_at is not null',
    },
    {
      name: 'provider_event_parked_index',
      expression:
        'create index provider_event_parked_index on provider_event (partner_id, entity_id, id) where body is not null',
    },
    { name: 'provider_event_received_index', properties: ['receivedAt'] },
  ],
  checks: [
    { name: 'provider_event_waits_with_its_body', expression: 'body is not null or due_at is null' },
    { name: 'provider_event_has_a_round_or_waits', expression: '(body is null) = (round is not null)' },
  ],
});

/** An event that a provider has sent, or that was raised here first: it is logged only once. */
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);
