import { defineEntity } from '@mikro-orm/core';
import { BreakerState } from './breaker.enum.ts';
import { WebhookConfiguration } from '../configurations/webhook-configuration.entity.ts';

const WebhookBreakerSchema = defineEntity({
  name: 'WebhookBreaker',
  properties: (p) => ({
    configurationId: () =>
      p
        .oneToOne(WebhookConfiguration)
        .mapToPk()
        .primary()
        .fieldName('configuration_id')
        .deleteRule('cascade')
        .updateRule('no action'),
    partnerId: p.text(),
    state: p
      .enum(() => BreakerState)
      .nativeEnumName('breaker_state')
      .default('CLOSED'),
    faultsInRow: p.integer().default(0),
    /** Calls and faults since `windowBeganAt`; after a minute the count restarts. */
    windowBeganAt: p.datetime(3).nullable(),
    windowCalls: p.integer().default(0),
    windowFaults: p.integer().default(0),
    openedAt: p.datetime(3).nullable(),
    /** Length of the current rest, in seconds; 0 while closed. */
    restSeconds: p.double().default(0),
    nextProbeAt: p.datetime(3).nullable(),
    /** Since when held messages are released, after a probe without a fault. */
    drainBeganAt: p.datetime(3).nullable(),
    drainTaken: p.integer().default(0),
    /** Event up to which held messages are listed in the archive. */
    listedPosition: p.bigint('string').default('0'),
    /** Event up to which subscribers were notified of released messages; null once all were. */
    releasedPosition: p.bigint('string').nullable(),
    lastFailure: p.text().nullable(),
  }),
});

/**
 * The circuit breaker of a configuration. Its row is also the lock of the configuration's deliveries: whatever claims,
 * settles or requeues them holds it, so that limits, the single probe and the tallies are exact over all instances.
 */
export class WebhookBreaker extends WebhookBreakerSchema.class {}
WebhookBreakerSchema.setClass(WebhookBreaker);
