import { Field, InputType } from 'type-graphql';
import { EventContext, EventName } from '../kernel/domain-event.ts';
import { isStorableText } from '../kernel/text.ts';
import { badArgument } from '../platform/graphql/operations/client-error.ts';
import { rawContextOf, rawNameOf, type EventWords } from './raw-name.value.ts';

@InputType({ description: 'Which events; an absent or empty list asks for all.' })
export class WebhookEventFilter {
  @Field(() => [EventName], { nullable: true, description: 'Only events of these names.' })
  readonly eventNames?: EventName[] | null;

  @Field(() => [EventContext], { nullable: true, description: 'Only events of these contexts.' })
  readonly contexts?: EventContext[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events that the body names so, such as PIX_REFUND_WAS_RECEIVED, also where they are OTHER.',
  })
  readonly rawNames?: string[] | null;

  @Field(() => [String], {
    nullable: true,
    description: 'Only events of contexts that the body spells so, such as Pix, also where they are OTHER.',
  })
  readonly rawContexts?: string[] | null;
}

type Names = readonly string[] | null;
/** Names, contexts, raw names and raw contexts. */
type FilterValues = readonly [Names, Names, Names, Names];

/** Values of a list that no enum bounds (ours). */
const RAW_MAX = 100;

/**
 * The filter as `eventsOfPartner` takes it: each name once however often it was given; null for all.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function filterValues(filter: WebhookEventFilter | null | undefined): FilterValues {
  return [
    listOrNull(filter?.eventNames),
    listOrNull(filter?.contexts),
    rawOrNull('rawNames', filter?.rawNames),
    rawOrNull('rawContexts', filter?.rawContexts),
  ];
}

/** The same filter for an event in memory. */
export function passesFilter([names, contexts, rawNames, rawContexts]: FilterValues, event: EventWords): boolean {
  const isWanted = (wanted: Names, word: string) => wanted === null || wanted.includes(word);
  return (
    isWanted(names, event.name) &&
    isWanted(contexts, event.context) &&
    isWanted(rawNames, rawNameOf(event)) &&
    isWanted(rawContexts, rawContextOf(event))
  );
}

function listOrNull(names: readonly string[] | null | undefined): Names {
  return names == null || names.length === 0 ? null : [...new Set(names)];
}

function rawOrNull(field: 'rawNames' | 'rawContexts', names: readonly string[] | null | undefined): Names {
  const given = listOrNull(names);
  if (given !== null && given.length > RAW_MAX) throw badArgument(`filter.${field}`, `Give at most ${RAW_MAX} names.`);
  // No event has a name that cannot be stored.
  return given && given.filter(isStorableText);
}
