import { Field, Int, ObjectType } from 'type-graphql';
import { DurationScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { DeliveryStats } from './delivery-stats.value.ts';

@ObjectType('WebhookDeliveryStats', {
  description: 'Attempts of a configuration in a period, retries included.',
  simpleResolvers: true,
})
export class DeliveryStatsType {
  @Field(() => Int, { description: 'Number of attempts.' })
  readonly sent: number;

  @Field(() => Int, { description: 'Attempts that were answered 2xx in time.' })
  readonly succeeded: number;

  @Field(() => Int, { description: 'Attempts that were answered otherwise, or not in time.' })
  readonly failed: number;

  @Field(() => DurationScalar, {
    nullable: true,
    description: 'Median duration, accurate to 2.5 %; null if there were no attempts.',
  })
  readonly p50: number | null;

  @Field(() => DurationScalar, {
    nullable: true,
    description: '95th percentile of the duration, accurate to 2.5 %; null if there were no attempts.',
  })
  readonly p95: number | null;

  constructor({ succeeded, failed, p50Us, p95Us }: DeliveryStats) {
    this.sent = succeeded + failed;
    this.succeeded = succeeded;
    this.failed = failed;
    this.p50 = p50Us;
    this.p95 = p95Us;
  }
}
