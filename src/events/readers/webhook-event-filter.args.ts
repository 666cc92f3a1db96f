import { isStorableText, lengthInCodePoints } from '../../kernel/text.ts';
import { EventContext, OTHER } from '../../kernel/domain-event.ts';
import { declaredEvents } from '../../kernel/event-definition.ts';
import { badArgument } from '../../platform/graphql/operations/client-error.ts';
import type { EventWords } from '../log/raw-name.value.ts';
import type { WebhookEventFilter } from './webhook-event-filter.input.ts';

export type Words = readonly string[] | null;
/** Entities, account numbers, kinds, raw names, raw contexts, and the instant since which. */
export type FilterValues = readonly [Words, Words, Words, Words, Words, string | null];

/** Values of a list that no enum bounds, and the characters of each where a name has no bound of its own (events.md). */
const VALUES_MAX = 100;
const LENGTH_MAX = 100;

/**
 * The filter as `eventsOfPartner` takes it: each value once however often it was given; null for all.
 * @throws GraphQLError BAD_USER_INPUT
 */
export function filterValues(filter: WebhookEventFilter | null | undefined): FilterValues {
  return [
    idsOrNull('entityIds', filter?.entityIds),
    idsOrNull('accountNumbers', filter?.accountNumbers),
    kindsOrNull(filter),
    wordsOrNull('rawNames', filter?.rawNames),
    wordsOrNull('rawContexts', filter?.rawContexts),
    filter?.since ?? null,
  ];
}

/** Context and name of an event in one: a name of ours has one context, OTHER may have any. */
export function kindOf({ context, name }: Pick<EventWords, 'context' | 'name'>): string {
  return `${context} ${name}`;
}

/** The kinds that have one of the names and one of the contexts: all that there are, so that each is looked for by itself. */
function kindsOrNull(filter: WebhookEventFilter | null | undefined): Words {
  const [names, contexts] = [listOrNull(filter?.eventNames), listOrNull(filter?.contexts)];
  if (names === null && contexts === null) return null;
  const others = Object.values(EventContext).map((context) => ({ context, name: OTHER }));
  return [...declaredEvents(), ...others]
    .filter(({ name, context }) => names?.includes(name) !== false && contexts?.includes(context) !== false)
    .map(kindOf);
}

function listOrNull(values: readonly string[] | null | undefined): Words {
  return values == null || values.length === 0 ? null : [...new Set(values)];
}

function wordsOrNull(field: string, words: readonly string[] | null | undefined): Words {
  const given = listOrNull(words);
  if (given !== null && given.length > VALUES_MAX)
    throw badArgument(`filter.${field}`, `Give at most ${VALUES_MAX} values.`);
  // No event has a word that cannot be stored.
  return given && given.filter(isStorableText);
}

function idsOrNull(field: string, ids: readonly string[] | null | undefined): Words {
  const given = wordsOrNull(field, ids);
  const isLong = (id: string) => id === '' || lengthInCodePoints(id) > LENGTH_MAX;
  if (given?.some(isLong) === true)
    throw badArgument(`filter.${field}`, `Give values of 1 to ${LENGTH_MAX} characters.`);
  return given;
}
