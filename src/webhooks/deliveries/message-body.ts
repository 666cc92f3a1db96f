import { envelopesIn } from '../../events/contract/envelope.value.ts';
import { schemaPath } from '../../events/contract/schema-path.value.ts';
import type { EventName } from '../../kernel/domain-event.ts';
import { isDeclared } from '../../kernel/event-definition.ts';
import type {
  ReadEnvelopeData,
  SubjectOf,
  SubjectSources,
  WriteEnvelopeData,
} from '../../platform/secrets/envelope-data.ts';
import type { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';

/** The event of a message. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: EventName;
  /** Its original name if `name` is OTHER. */
  readonly rawName: string | null;
  readonly entityId: string;
  /** Null: it is not stored here. */
  readonly subjectId: string | null;
  readonly occurredAt: Date;
  /** Exactly as in the log. */
  readonly body: string;
}

/** A message, and the format that it keeps. */
export interface WrittenMessage {
  readonly partnerId: string;
  readonly format: WebhookFormat;
  readonly event: DeliveredEvent;
}

export interface BodySources extends SubjectSources {
  /** URL of this gateway, the `source` of CloudEvents. */
  readonly publicUrl: string;
  /** Events whose `data` differ in envelopes. */
  readonly envelopeData: ReadonlyMap<EventName, ReadEnvelopeData>;
}

/** Writes the body of a message in its format. */
export type WriteBody = (message: WrittenMessage) => string;

/**
 * Returns what writes the bodies of these messages: the same bytes on every try, unless a person was erased meanwhile.
 * Subjects are read once for each kind, and only those of envelopes.
 */
export async function bodyWriter(sources: BodySources, messages: readonly WrittenMessage[]): Promise<WriteBody> {
  const writers = new Map<ReadEnvelopeData, WriteEnvelopeData>();
  for (const [read, subjects] of subjectsOf(sources, messages)) writers.set(read, await read(sources, subjects));
  return ({ format, event }) => {
    if (format !== 'ENVELOPES') return format === 'STANDARD' ? event.body : cloudEvent(event, sources.publicUrl);
    const { subjectId } = event;
    const read = sources.envelopeData.get(event.name);
    const write = read && writers.get(read);
    return envelopesIn(event.body, write && subjectId !== null ? (data) => write(subjectId, data) : undefined);
  };
}

/** Whether subjects may have to be read for a message. */
export function isOfEnvelopes({ format }: Pick<WrittenMessage, 'format'>): boolean {
  return format === 'ENVELOPES';
}

function subjectsOf({ envelopeData }: BodySources, messages: readonly WrittenMessage[]) {
  const subjects = new Map<ReadEnvelopeData, SubjectOf[]>();
  for (const { partnerId, event } of messages.filter(isOfEnvelopes)) {
    const read = envelopeData.get(event.name);
    if (read === undefined || event.subjectId === null) continue;
    const known = subjects.get(read) ?? [];
    known.push({ partnerId, subjectId: event.subjectId });
    subjects.set(read, known);
  }
  return subjects;
}

/** Returns a CloudEvent 1.0 in structured mode; `data` is exactly the standard body. Unknown names have no schema. */
function cloudEvent({ id, name, rawName, entityId, occurredAt, body }: DeliveredEvent, publicUrl: string): string {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id,
    source: publicUrl,
    type: rawName ?? name,
    // An attribute that is present must not be empty.
    ...(entityId !== '' && { subject: entityId }),
    time: occurredAt.toISOString(),
    datacontenttype: 'application/json',
    ...(isDeclared(name) && { dataschema: publicUrl + schemaPath({ name }) }),
  });
  return `${attributes.slice(0, -1)},"data":${body}}`;
}
