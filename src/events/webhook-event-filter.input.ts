import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../kernel/domain-event.ts';

@InputType({ description: 'Which events; an absent or empty list asks for all.' })
export class WebhookEventFilter {
  @Field(() => [EventName], { nullable: true, description: 'Only events of these names.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only events of these contexts.' })
  readonly contexts?: EventContext[] | null;
}

type Names = readonly string[] | null;

/** The filter as `eventsOfPartner` takes it: names and contexts, each once however often it was given; null for all. */
export function filterValues(filter: WebhookEventFilter | null | undefined): readonly [Names, Names] {
  return [listOrNull(filter?.eventNames), listOrNull(filter?.contexts)];
}

/** The same filter for an event in memory. */
export function passesFilter(
  [names, contexts]: readonly [Names, Names],
  { name, context }: { readonly name: EventName; readonly context: EventContext },
): boolean {
  return (names === null || names.includes(name)) && (contexts === null || contexts.includes(context));
}

function listOrNull(names: readonly string[] | null | undefined): Names {
  return names == null || names.length === 0 ? null : [...new Set(names)];
}
