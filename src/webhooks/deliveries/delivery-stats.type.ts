import { Field, Int, ObjectType } from 'type-graphql';
import { DurationScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import type { DeliveryStats } from './delivery-stats.value.ts';

@ObjectType('WebhookDeliveryStats', {
  description: 'Calls to the endpoint of a configuration in a period; retries count like first sends.',
  simpleResolvers: true,
})
export class DeliveryStatsType {
  @Field(() => Int, { description: 'How many calls were made in the period, retries included.' })
  readonly sent: number;

  @Field(() => Int, { description: 'How many calls were answered 2xx in time.' })
  readonly succeeded: number;

  @Field(() => Int, { description: 'How many calls were answered otherwise, or not at all in time.' })
  readonly failed: number;

  @Field(() => DurationScalar, {
    nullable: true,
    description: 'Half of the calls took this long at most, within 2.5 %; null when there were none.',
  })
  readonly p50: number | null;

  @Field(() => DurationScalar, {
    nullable: true,
    description: '95 of 100 calls took this long at most, within 2.5 %; null when there were none.',
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
