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
    /** Length of the rest in force, in seconds; 0 while closed. */
    restSeconds: p.double().default(0),
    nextProbeAt: p.datetime(3).nullable(),
    /** Since when held messages are let go, after a probe that got an answer. */
    drainBeganAt: p.datetime(3).nullable(),
    drainTaken: p.integer().default(0),
    /** Up to which event held messages are listed in the archive. */
    listedPosition: p.bigint('string').default('0'),
    /** Up to which event subscribers were notified that messages are held no longer; null when all were notified. */
    releasedPosition: p.bigint('string').nullable(),
    lastFailure: p.text().nullable(),
  }),
});

/**
 * The circuit breaker of a configuration. Its row is also the lock of the configuration's deliveries: what claims,
 * settles or requeues them holds it, so that caps, the one probe and the tallies are exact over all instances.
 */
export class WebhookBreaker extends WebhookBreakerSchema.class {}
WebhookBreakerSchema.setClass(WebhookBreaker);
