import { isObjectType, type GraphQLSchema } from 'graphql';
import { Subscription, type ClassType } from 'type-graphql';

interface LiveSubscriptionOptions {
  readonly description: string;
}

/**
 * A subscription whose method opens its source, as the method of a query returns its result: with its arguments and
 * context, after its scopes are checked. What the source delivers is shown unchanged. type-graphql itself would call
 * the method for each event, and open the source with a function that has no instance.
 */
export function LiveSubscription(
  returnType: () => ClassType | object,
  options: LiveSubscriptionOptions,
): MethodDecorator {
  return Subscription(returnType, { ...options, subscribe: neverCalled });
}

function neverCalled(): never {
  throw new Error('openByMethod has not been applied to the schema.');
}

/** type-graphql requires one for every schema with subscriptions; no event passes through it. */
export const noPubSub = { publish: neverCalled, subscribe: neverCalled };

const itself = (payload: unknown) => payload;

/** Makes the methods of all subscriptions open their sources. */
export function openByMethod(schema: GraphQLSchema): void {
  const root = schema.getSubscriptionType();
  if (!isObjectType(root)) return;
  for (const field of Object.values(root.getFields())) {
    if (field.resolve !== undefined) field.subscribe = field.resolve;
    field.resolve = itself;
  }
}
