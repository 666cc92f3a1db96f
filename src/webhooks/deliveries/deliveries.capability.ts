import type { Capability } from '../../capability.ts';
import { MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import { statement } from '../../platform/statements/statement.ts';
import type { WakeUps } from '../../platform/wake-ups/wake-ups.ts';
import { WakeUp } from '../../platform/loops/wake-up.ts';
import { abandonDeliveries } from './abandon-deliveries.ts';
import { EARLIEST_DELIVERY } from './due-delivery.rows.ts';
import { keepMessageMonths } from './message-retention.ts';
import { WebhookDeliveryWorker, type DeliveryWorkerOptions } from './webhook-delivery.worker.ts';
import { WebhookDelivery } from './webhook-delivery.entity.ts';
import { WebhookLease } from './webhook-lease.entity.ts';

/** How often messages of deleted configurations are abandoned, in milliseconds. */
const ABANDONING_REST_MS = 5_000;
/** Maximum number of deliveries counted per state: a scrape must not read a backlog of millions. */
const COUNTED_MAX = 100_000;

interface DeliveryNeeds extends Omit<DeliveryWorkerOptions, 'changed'> {
  readonly wakeUps: WakeUps;
}

const COUNT_DELIVERIES = statement(
  'count_deliveries',
  `with recursive configured as (
     (select configuration_id as id from webhook_delivery order by configuration_id limit 1)
     union all
     select next.id
     from configured cross join lateral (
       select configuration_id as id from webhook_delivery
       where configuration_id > configured.id order by configuration_id limit 1
     ) as next
   ), counted as (
     select (select count(*) from (select from webhook_delivery limit ${COUNTED_MAX}) as queue) as queued,
       (select coalesce(sum(cardinality(positions)), 0) from webhook_lease) as under_way
   )
   select 'waiting' as state, greatest(queued - under_way, 0)::float8 as value from counted
   union all
   select 'under_way', under_way::float8 from counted
   union all
   select 'without_configuration', count(*)::float8
   from (
     select from configured join webhook_delivery as delivery on delivery.configuration_id = configured.id
     where not exists (select from webhook_configuration as configuration where configuration.id = configured.id)
     limit ${COUNTED_MAX}
   ) as orphaned`,
);

/** Delivers messages, with retries. */
export const deliveries: Capability<unknown, DeliveryNeeds> = {
  folder: 'webhooks/deliveries',
  neighbours: [
    'events/log',
    'events/contract',
    'webhooks/signing',
    'webhooks/configurations',
    'webhooks/breaker',
    'webhooks/archive',
  ],
  entities: [WebhookDelivery, WebhookLease],
  work(needs) {
    const changed = () => {
      needs.wakeUps.publish(WakeUp.CHANGED);
    };
    const worker = new WebhookDeliveryWorker({ ...needs, changed });
    return [{ name: 'webhook-deliveries', worker, wokenBy: [WakeUp.MOVED], due: [EARLIEST_DELIVERY] }];
  },
  retention: [
    { name: 'webhook-abandoning', restMs: ABANDONING_REST_MS, forget: abandonDeliveries },
    {
      name: 'months',
      restMs: MONTHLY_REST_MS,
      async forget(database, now) {
        await keepMessageMonths(database, now);
        return false;
      },
    },
  ],
  gauges: [
    sharedGauge(
      'gateway_deliveries',
      'Deliveries that wait, are being sent, or will be dropped as their configuration was deleted; each counted up to 100,000.',
      (sql) => sql.run(COUNT_DELIVERIES, []),
    ),
  ],
};
