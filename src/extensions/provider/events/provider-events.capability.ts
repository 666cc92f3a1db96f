import type { FailingWork } from '../../../platform/loops/failing-work.ts';
import type { Capability } from '../../../capability.ts';
import { forgetOld, MONTHLY_REST_MS } from '../../../platform/loops/retention.ts';
import { sharedGauge } from '../../../platform/observability/shared-gauge.ts';
import { statement } from '../../../platform/statements/statement.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { ProviderEvent } from './provider-event.entity.ts';
import { EARLIEST_PARKED } from './provider-event.rows.ts';
import type { ReleaseNeeds } from './release-parked.ts';
import { releaseWorker } from './release.worker.ts';

/** How long duplicates of an event are detected, in days: seven months. */
const KEPT_DAYS = 215;
const DAY_MS = 86_400_000;
/** Most parked events that are counted. */
const COUNTED_MAX = 10_000;

interface EventWorkNeeds extends Omit<ReleaseNeeds, 'provider'> {
  readonly failing: FailingWork;
  /** Undefined where this gateway is the bank itself: it receives no events. */
  readonly provider: ProviderSide | undefined;
}

const COUNT_PARKED_EVENTS = statement(
  'count_parked_events',
  `select 'parked' as state, count(*)::float8 as value
   from (select from provider_event where body is not null limit ${COUNTED_MAX}) as counted`,
);

/** Events that a provider sends, logged once as if they had happened here. */
export const providerEvents: Capability<unknown, EventWorkNeeds> = {
  folder: 'extensions/provider/events',
  neighbours: [
    'bank/partners',
    'events/log',
    'webhooks/signing',
    'extensions/provider/calls',
    'extensions/provider/intents',
  ],
  entities: [ProviderEvent],
  work({ provider, ...needs }, loop) {
    if (provider === undefined) return [];
    const name = 'provider-events';
    return [{ name, worker: releaseWorker(name, loop, { ...needs, provider }), due: [EARLIEST_PARKED] }];
  },
  retention: [
    {
      name: 'provider-events-handled',
      restMs: MONTHLY_REST_MS,
      forget: forgetOld(
        'forget_old_provider_events',
        { table: 'provider_event', isOld: 'received_at < $1 and body is null order by received_at' },
        (now) => new Date(now.getTime() - KEPT_DAYS * DAY_MS),
      ),
    },
  ],
  gauges: [
    sharedGauge(
      'gateway_provider_parked_events',
      'Events of the provider that wait until their subject is known, counted up to 10,000.',
      (sql) => sql.run(COUNT_PARKED_EVENTS, []),
    ),
  ],
};
