import { defineEntity } from '@mikro-orm/core';

const ProviderEventSchema = defineEntity({
  name: 'ProviderEvent',
  properties: (p) => ({
    /** Version 7: parked events of an entity go by it. */
    id: p.uuid().primary(),
    partnerId: p.text(),
    idempotencyKey: p.uuid(),
    /** As the body has it. */
    name: p.text(),
    entityId: p.text(),
    /** Tells apart what may happen to an entity again, such as its registrations; null while it is parked. */
    round: p.text().nullable(),
    receivedAt: p.datetime(3),
    /** While it is parked: what it is about is not known here yet. */
    body: p.text().nullable(),
    /** Of the first that is parked of an entity: when it is looked at next. */
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

/** An event that a provider has sent, or that was raised here first: it is logged once. */
export class ProviderEvent extends ProviderEventSchema.class {}
ProviderEventSchema.setClass(ProviderEvent);
