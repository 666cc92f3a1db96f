import type { Capability } from '../../capability.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import { BreakerState } from './breaker.enum.ts';
import { WebhookBreaker } from './webhook-breaker.entity.ts';
import { WebhookBreakerResolver } from './webhook-breaker.resolver.ts';

const COUNT_BREAKERS = statement(
  'count_breakers',
  `select lower(wanted.state::text) as state, count(breaker.state)::float8 as value
   from unnest($1::breaker_state[]) as wanted (state) left join webhook_breaker as breaker using (state)
   group by wanted.state`,
  { neverNull: ['state'] },
);

/** Circuit breakers, which pause calls to failing endpoints. */
export const breaker: Capability = {
  folder: 'webhooks/breaker',
  neighbours: ['webhooks/configurations', 'webhooks/archive'],
  entities: [WebhookBreaker],
  // Whether a changed message is held, for all subscribers.
  apiRights: [{ entity: WebhookBreaker, may: ['select'] }],
  resolvers: () => [new WebhookBreakerResolver()],
  gauges: [
    sharedGauge('gateway_breakers', 'Webhook configurations by the state of their circuit breaker.', (sql) =>
      sql.run(COUNT_BREAKERS, [Object.values(BreakerState)]),
    ),
  ],
};
