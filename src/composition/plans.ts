import type { GraphQLSchema } from 'graphql';
import { Fallback, Plans } from '../platform/graphql/plans/plans.ts';
import type { Services } from './services.ts';

/** Plans that answer known queries for lists; those that they leave to the executor are counted. */
export function plansOf(schema: GraphQLSchema, { metrics, provider }: Pick<Services, 'metrics' | 'provider'>): Plans {
  const fellBack = metrics.counter('plan_fallbacks_total', {
    help: 'Queries that were seen before and that no plan has answered, by why.',
    label: 'reason',
    values: Object.values(Fallback),
  });
  return new Plans({ schema, readsEarly: provider === undefined, fellBack });
}
