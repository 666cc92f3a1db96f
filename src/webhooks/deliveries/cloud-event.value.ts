import { schemaPath } from '../../events/contract/schema-path.value.ts';
import type { EventName } from '../../kernel/domain-event.ts';
import { isDeclared } from '../../kernel/event-definition.ts';
import type { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';

/** What a message is about. */
export interface ToldEvent {
  readonly id: string;
  readonly name: EventName;
  /** What it is called where the name is OTHER. */
  readonly rawName: string | null;
  readonly entityId: string;
  readonly occurredAt: Date;
  /** Exactly as it is in the log. */
  readonly body: string;
}

/** The body that a message of this format carries. */
export function bodyIn(format: WebhookFormat, event: ToldEvent, publicUrl: string): string {
  return format === 'STANDARD' ? event.body : cloudEvent(event, publicUrl);
}

/** A CloudEvent 1.0 in its structured form; `data` is exactly the standard body. Unknown names have no schema. */
function cloudEvent({ id, name, rawName, entityId, occurredAt, body }: ToldEvent, publicUrl: string): string {
  const attributes = JSON.stringify({
    specversion: '1.0',
    id,
    source: publicUrl,
    type: rawName ?? name,
    subject: entityId,
    time: occurredAt.toISOString(),
    datacontenttype: 'application/json',
    ...(isDeclared(name) && { dataschema: publicUrl + schemaPath({ name }) }),
  });
  return `${attributes.slice(0, -1)},"data":${body}}`;
}
