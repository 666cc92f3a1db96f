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
 * Says whether an event that is raised here, in the provider's stead, may be recorded: false where the provider has told
 * of it already. Its own of the same name, entity and round is dropped from then on. In the transaction that records it.
 * @param round tells apart what may happen to the entity again: the id of a registration, empty for a pocket
 */
export async function noteOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<boolean> {
  const { id, partnerId, idempotencyKey, name, entityId, occurredAt } = event;
  const noted = { id, partnerId, idempotencyKey, name, entityId, round, receivedAt: occurredAt.toISOString() };
  return (await sql.run(NOTE_EVENT, { ...noted, body: null, dueAt: null })).length > 0;
}

type OwnEvent = Inserted<typeof Outbox, (typeof RECORDED)[number]> & {
  readonly round: string;
  /** The name as a text. */
  readonly toldName: string;
};

const RECORD_OWN_EVENT: Statement<never, OwnEvent> = statementOf('record_own_event', once(recordNoted));

function recordNoted() {
  const made = new Composition();
  const noted = ownEventInsertion(made);
  const recorded = made.insertion(Outbox, { columns: RECORDED, from: 'from noted' });
  return made.parts(`with noted as (${noted}) ${recorded}`);
}

/** Notes an event that is raised here, in a statement of more than that; nothing where the provider has reported it. */
export function ownEventInsertion(
  made: Composition,
  { prefix = '', given = {}, from = '' }: Partial<Parameters<Composition['insertion']>[1]> = {},
): string {
  const place = (name: string) => made.place(prefix + name);
  return made.insertion(ProviderEvent, {
    columns: ['id', 'partnerId', 'idempotencyKey', 'name', 'entityId', 'round', 'receivedAt', 'tries'],
    prefix,
    given: {
      ...{ id: place('eventId'), receivedAt: place('occurredAt'), name: place('toldName'), tries: '0' },
      ...given,
    },
    from: `${from} on conflict do nothing returning id`,
  });
}

/** The same, and records the event where it may be. */
export async function recordOwnEvent(sql: Sql, event: DomainEvent, round = ''): Promise<void> {
  await sql.run(RECORD_OWN_EVENT, { ...recordedValues(event), round, toldName: event.name });
}
