import { Migration20261127120500_provider_events } from '../../../migrations/Migration20261127120500_provider_events.ts';
import type { Capability } from '../../capability.ts';
import { shortenWaits } from '../../platform/database/set-back-clock.ts';
import { WOKEN_REST_MS } from '../../platform/loops/background-loop.ts';
import { forgetOld, MONTHLY_REST_MS } from '../../platform/loops/retention.ts';
import { sharedGauge } from '../../platform/observability/shared-gauge.ts';
import type { ProviderSide } from '../intents/provider-side.ts';
import { ProviderEvent } from './provider-event.entity.ts';
import { EARLIEST_PARKED } from './provider-event.rows.ts';
import { releaseParked, type ReleaseNeeds } from './release-parked.ts';

/** For how long an event that is told again is known, in days: seven months. */
const KEPT_DAYS = 215;
const DAY_MS = 86_400_000;
/** Parked events that are counted at most. */
const COUNTED_MAX = 10_000;

interface EventWorkNeeds extends Omit<ReleaseNeeds, 'provider'> {
  /** Undefined where this gateway is the bank itself: nobody tells it of anything. */
  readonly provider: ProviderSide | undefined;
}

/** Events that a provider sends, logged once as if they had happened here. */
export const providerEvents: Capability<unknown, EventWorkNeeds> = {
  folder: 'provider/events',
  neighbours: ['provider/calls', 'provider/intents', 'bank/partners', 'events/log', 'webhooks/signing'],
  entities: [ProviderEvent],
  waits: [shortenWaits('provider_event', ['due_at'])],
  migrations: [Migration20261127120500_provider_events],
  work({ provider, ...needs }, loop) {
    if (provider === undefined) return [];
    const name = 'provider-events';
    return [
      { name, worker: loop(name, WOKEN_REST_MS, () => releaseParked({ ...needs, provider })), due: [EARLIEST_PARKED] },
    ];
  },
  retention: [
    {
      name: 'provider-events-told',
      restMs: MONTHLY_REST_MS,
      forget: forgetOld(
        'forget_old_provider_events',
        { table: 'provider_event', isOld: 'received_at < $1 and body is null order by received_at' },
        (now) => new Date(now.getTime() - KEPT_DAYS * DAY_MS),
      ),
    },
  ],
  gauges: [
    {
      ...sharedGauge(
        'gateway_provider_parked_events',
        'Events of the provider that wait until it is known what they are about, at most 10,000.',
        {
          statement: 'count_parked_events',
          text: `
            select 'parked' as state, count(*)::float8 as value
            from (select from provider_event where body is not null limit ${COUNTED_MAX}) as counted`,
        },
      ),
      ofProvider: true,
    },
  ],
};
