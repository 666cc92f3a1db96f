import { isObjectType, type GraphQLSchema } from 'graphql';
import { Subscription, type ClassType } from 'type-graphql';

interface LiveSubscriptionOptions {
  readonly description: string;
}

/**
 * A subscription whose method opens its source, as a query's method gives its result: with its arguments, its context,
 * and its scopes checked. What the source gives is shown as it is. type-graphql itself would have the method called for
 * each event, and the source opened by a function that knows no instance.
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

/** type-graphql wants one for every schema with subscriptions; no event goes through it. */
export const noPubSub = { publish: neverCalled, subscribe: neverCalled };

/** Makes the methods of all subscriptions open their sources. */
export function openByMethod(schema: GraphQLSchema): void {
  const root = schema.getSubscriptionType();
  if (!isObjectType(root)) return;
  for (const field of Object.values(root.getFields())) {
    if (field.resolve !== undefined) field.subscribe = field.resolve;
    field.resolve = (payload: unknown) => payload;
  }
}
