import type { GraphQLSchema } from 'graphql';
import { Fallback, Plans } from '../platform/byte-pages/byte-pages.ts';
import type { Services } from './services.ts';

/** Creates the plans for known queries of lists, and counts the queries that they leave to the executor. */
export function plansOf(schema: GraphQLSchema, { metrics, provider }: Pick<Services, 'metrics' | 'provider'>): Plans {
  const fellBack = metrics.counter('plan_fallbacks_total', {
    help: 'Queries that were seen before but that no plan could answer, by reason.',
    label: 'reason',
    values: Object.values(Fallback),
  });
  return new Plans({ schema, readsEarly: provider === undefined, fellBack });
}
