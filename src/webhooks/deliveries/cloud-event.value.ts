import { schemaPath } from '../../events/contract/schema-path.value.ts';
import type { EventName } from '../../kernel/domain-event.ts';
import { isDeclared } from '../../kernel/event-definition.ts';
import type { WebhookFormat } from '../configurations/webhook-configuration.enum.ts';

/** The event of a message. */
export interface DeliveredEvent {
  readonly id: string;
  readonly name: EventName;
  /** Its original name if `name` is OTHER. */
  readonly rawName: string | null;
  readonly entityId: string;
  readonly occurredAt: Date;
  /** Exactly as in the log. */
  readonly body: string;
}

/** Returns the body of a message in this format. */
export function bodyIn(format: WebhookFormat, event: DeliveredEvent, publicUrl: string): string {
  return format === 'STANDARD' ? event.body : cloudEvent(event, publicUrl);
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
