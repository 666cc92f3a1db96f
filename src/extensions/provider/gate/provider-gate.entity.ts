import { defineEntity } from '@mikro-orm/core';
import { BreakerState } from '../../../webhooks/breaker/breaker.enum.ts';

const ProviderGateSchema = defineEntity({
  name: 'ProviderGate',
  properties: (p) => ({
    /** A partner, or '' for all of them. */
    scope: p.text().primary(),
    /** When the provider last answered that there were too many requests, and until when calls pause. */
    limitedAt: p.datetime(3).nullable(),
    restsUntil: p.datetime(3).nullable(),
    state: p
      .enum(() => BreakerState)
      .nativeEnumName('breaker_state')
      .default('CLOSED'),
    /** Since when the breaker has been closed, or not closed. */
    since: p.datetime(3).defaultRaw('now()'),
    faultsInRow: p.integer().default(0),
    windowBeganAt: p.datetime(3).nullable(),
    windowCalls: p.integer().default(0),
    windowFaults: p.integer().default(0),
    openedAt: p.datetime(3).nullable(),
    restSeconds: p.integer().default(0),
    nextProbeAt: p.datetime(3).nullable(),
    lastFailure: p.text().nullable(),
  }),
});

/** Whether calls go to the provider: pauses after a 429 and a circuit breaker, of a partner or of all. */
export class ProviderGate extends ProviderGateSchema.class {}
ProviderGateSchema.setClass(ProviderGate);
