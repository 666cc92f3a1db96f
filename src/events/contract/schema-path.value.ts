import type { EventDefinition } from '../../kernel/event-definition.ts';

/** Where the schema of an event's body is, at this gateway. */
export function schemaPath({ name }: Pick<EventDefinition, 'name'>): string {
  return `/events/schema/${name}.json`;
}
