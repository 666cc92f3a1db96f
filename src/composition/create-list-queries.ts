import type { GraphQLSchema } from 'graphql';
import { Fallback, ListQueries } from '../platform/byte-pages/list-queries.ts';
import type { Ports } from '../ports.ts';
import type { Services } from './services.ts';

/** Creates what answers known queries of lists from bytes, and counts the queries that they leave to the executor. */
export function listQueriesOf(
  schema: GraphQLSchema,
  { metrics, readsEarly }: Pick<Services, 'metrics'> & Pick<Ports, 'readsEarly'>,
): ListQueries {
  const fellBack = metrics.counter('byte_page_fallbacks_total', {
    help: 'Queries that were seen before but that could not be answered from bytes, by reason.',
    label: 'reason',
    values: Object.values(Fallback),
  });
  return new ListQueries({ schema, readsEarly, fellBack });
}
