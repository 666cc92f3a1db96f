import type { Capability } from '../../../capability.ts';
import { EXPIRY_REST_MS, forgetOld } from '../../../platform/loops/retention.ts';
import { OUTCOME_KEPT_SECONDS } from '../../../platform/idempotency/once-per-key.ts';
import { sharedGauge } from '../../../platform/observability/shared-gauge.ts';
import { statement } from '../../../platform/statements/statement.ts';
import { EARLIEST_INTENT } from './intent.rows.ts';
import { ProviderIntent } from './provider-intent.entity.ts';
import type { ProviderSide } from './provider-side.ts';
import { resealIntents } from './reseal-intents.ts';
import { hasOpenRequestOf } from './has-open-request.ts';
import { resumptionWorker, type ResumeDependencies } from './resumption.worker.ts';
import { notAvailableRefusals } from './not-available.errors.ts';
import { unmappedRefusals } from './unmapped-refusal.errors.ts';

interface IntentWorkNeeds extends ResumeDependencies {
  /** Undefined where this gateway is the bank itself. */
  readonly provider: ProviderSide | undefined;
}

const COUNT_PROVIDER_INTENTS = statement(
  'count_provider_intents',
  `select state::text as state, count(*)::float8 as value
   from provider_intent where state in ('RUNNING', 'UNKNOWN') group by 1`,
);

const FIND_AGE_OF_OLDEST_PROVIDER_INTENT = statement(
  'find_age_of_oldest_provider_intent',
  `select state::text as state, extract(epoch from $1::timestamptz - min(created_at))::float8 as value
   from provider_intent where state in ('RUNNING', 'UNKNOWN') group by 1`,
  { neverNull: ['value'] },
);

/** Mutations at a provider: stored before they are sent, and settled with what they created. */
export const providerIntents: Capability<unknown, IntentWorkNeeds> = {
  folder: 'extensions/provider/intents',
  neighbours: ['events/log', 'extensions/provider/calls'],
  entities: [ProviderIntent],
  refusals: [unmappedRefusals, notAvailableRefusals],
  sealed: [{ what: 'inputs of <n> mutations at the provider', reseal: resealIntents }],
  keepsPerson: {
    because:
      'A mutation for this person has no outcome at the provider yet: wait until it has one, or settle it by "npm run provider -- settle".',
    isKept: hasOpenRequestOf,
  },
  work({ provider: side, ...needs }, loop) {
    if (side === undefined) return [];
    const name = 'provider-intents';
    return [{ name, worker: resumptionWorker(name, loop, { ...needs, side }), due: [EARLIEST_INTENT] }];
  },
  retention: [
    {
      name: 'settled-intents',
      restMs: EXPIRY_REST_MS,
      forget: forgetOld(
        'forget_settled_provider_intents',
        { table: 'provider_intent', isOld: 'settled_at <= $1 order by settled_at' },
        (now) => new Date(now.getTime() - OUTCOME_KEPT_SECONDS * 1_000),
      ),
    },
  ],
  gauges: [
    sharedGauge('gateway_provider_intents', 'Mutations at the provider without a final outcome, by state.', (sql) =>
      sql.run(COUNT_PROVIDER_INTENTS, []),
    ),
    sharedGauge(
      'gateway_provider_oldest_intent_seconds',
      'Age of the oldest mutation without a final outcome, by state, in seconds.',
      (sql, now) => sql.run(FIND_AGE_OF_OLDEST_PROVIDER_INTENT, [now]),
    ),
  ],
};
