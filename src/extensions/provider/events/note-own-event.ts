import { RECORDED, recordedValues } from '../../../events/log/event-log.ts';
import { Outbox } from '../../../events/log/outbox.entity.ts';
import type { DomainEvent } from '../../../kernel/domain-event.ts';
import type { Sql } from '../../../platform/database/database.ts';
import type { Inserted } from '../../../platform/statements/compiled.ts';
import { composed, type Composition } from '../../../platform/statements/composition.ts';
import type { Statement } from '../../../platform/statements/statement.ts';
import { ProviderEvent } from './provider-event.entity.ts';
import { NOTE_EVENT } from './provider-event.rows.ts';

/**
 * Notes an event that is raised here in place of the provider; false if the provider has already sent it, so that it
 * must not be recorded. From then on, the provider's event of the same name, entity and round is dropped. Runs in the
 * transaction that records the event.
 * @param round distinguishes repeated events of the entity: the id of a registration, empty for a pocket
 */
export async function noteOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<boolean> {
  const { id, partnerId, idempotencyKey, name, entityId, occurredAt } = event;
  const noted = { id, partnerId, idempotencyKey, name, entityId, round, receivedAt: occurredAt.toISOString() };
  return (await sql.run(NOTE_EVENT, { ...noted, body: null, dueAt: null })).length > 0;
}

type OwnEvent = Inserted<typeof Outbox, (typeof RECORDED)[number]> & {
  readonly round: string;
  /** The name as a text. */
  readonly reportedName: string;
};

const RECORD_OWN_EVENT: Statement<never, OwnEvent> = composed('record_own_event', { writes: 'snapshot' }, recordNoted);

function recordNoted(composition: Composition) {
  const noted = composition.insertion(ProviderEvent, {
    columns: ['id', 'partnerId', 'idempotencyKey', 'name', 'entityId', 'round', 'receivedAt', 'tries'],
    given: {
      id: composition.parameter('eventId'),
      receivedAt: composition.parameter('occurredAt'),
      name: composition.parameter('reportedName'),
      tries: '0',
    },
    from: 'on conflict do nothing returning id',
  });
  return composition.with({ noted }, composition.insertion(Outbox, { columns: RECORDED, from: 'from noted' }));
}

/** Notes such an event, and records it unless the provider has reported it. */
export async function recordOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<void> {
  await sql.run(RECORD_OWN_EVENT, { ...recordedValues(event), round, reportedName: event.name });
}
