import { defineEntity } from '@mikro-orm/core';

const RateLimitSchema = defineEntity({
  name: 'RateLimit',
  properties: (p) => ({
    key: p.string().length(255).primary(),
    points: p.integer().default(0),
    expire: p.bigint().nullable(),
  }),
});

/** A bucket of `PartnerRates`, in the shape that its limiter requires. Unlogged: a crash refills all buckets. */
export class RateLimit extends RateLimitSchema.class {}
RateLimitSchema.setClass(RateLimit);
