import { coerceInputValue, isInputType, type GraphQLSchema } from 'graphql';
import { parseJsonObject } from '../../kernel/text.ts';
import { WebhookEventFilter } from '../../events/readers/webhook-event-filter.input.ts';

/** Returns the stored filter of a consumer, coerced as if it came with the request: with any fields. */
export function storedFilter(json: string, schema: GraphQLSchema): WebhookEventFilter {
  const type = schema.getType('WebhookEventFilter');
  if (!isInputType(type)) throw new Error('The schema has no filter of events.');
  const value: unknown = coerceInputValue(parseJsonObject(json), type);
  return Object.assign(new WebhookEventFilter(), value);
}
