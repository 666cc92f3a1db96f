import { RECORDED, recordedValues } from '../../events/log/event-log.ts';
import { Outbox } from '../../events/log/outbox.entity.ts';
import type { DomainEvent } from '../../kernel/domain-event.ts';
import type { Sql } from '../../platform/database/database.ts';
import { once, statementOf, type Inserted } from '../../platform/statements/compiled.ts';
import { Composition } from '../../platform/statements/composition.ts';
import type { Statement } from '../../platform/statements/statement.ts';
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

const RECORD_OWN_EVENT: Statement<never, OwnEvent> = statementOf('record_own_event', once(recordNoted));

function recordNoted() {
  const composition = new Composition();
  return composition.with(
    { noted: ownEventInsertion(composition) },
    composition.insertion(Outbox, { columns: RECORDED, from: 'from noted' }),
  );
}

/** Returns the query of a larger statement that notes such an event; it inserts nothing if the provider has sent it. */
export function ownEventInsertion(
  composition: Composition,
  { group, given = {}, from = '' }: Partial<Parameters<Composition['insertion']>[1]> = {},
): string {
  const parameter = (name: string) => composition.parameter(name, group);
  return composition.insertion(ProviderEvent, {
    columns: ['id', 'partnerId', 'idempotencyKey', 'name', 'entityId', 'round', 'receivedAt', 'tries'],
    group,
    given: {
      id: parameter('eventId'),
      receivedAt: parameter('occurredAt'),
      name: parameter('reportedName'),
      tries: '0',
      ...given,
    },
    from: `${from} on conflict do nothing returning id`,
  });
}

/** Returns queries of a larger statement: `noted` notes such an event, and `recorded` records it if it was noted. */
export function ownEventQueries(composition: Composition, from: string) {
  const options = { group: 'event', given: { partnerId: composition.parameter('partnerId') } };
  return {
    noted: ownEventInsertion(composition, { ...options, from: `from ${from}` }),
    recorded: composition.insertion(Outbox, { ...options, columns: RECORDED, from: 'from noted' }),
  };
}

/** Returns the values of these queries, for the group `event`. */
export function ownEventValues(event: DomainEvent, round: string): OwnEvent {
  return { ...recordedValues(event), round, reportedName: event.name };
}

/** Notes such an event, and records it unless the provider has reported it. */
export async function recordOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<void> {
  await sql.run(RECORD_OWN_EVENT, ownEventValues(event, round));
}
