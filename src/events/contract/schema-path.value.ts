import type { EventDefinition } from '../../kernel/event-definition.ts';

/** Returns the path of the schema of an event's body, at this gateway. */
export function schemaPath({ name }: Pick<EventDefinition, 'name'>): string {
  return `/events/schema/${name}.json`;
}
