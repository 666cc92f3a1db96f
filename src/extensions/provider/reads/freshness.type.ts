import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';

@ObjectType('Freshness', {
  description: 'Freshness of data that a provider behind this gateway keeps.',
  simpleResolvers: true,
})
export class FreshnessType {
  @Field(() => DateTimeScalar, {
    description: 'When the provider returned the data, in UTC; the current time if there is no provider.',
  })
  readonly asOf: Date;

  @Field(() => Boolean, {
    description: 'Whether the data is older than PROVIDER_FRESH_SECONDS, so that the provider may have newer data.',
  })
  readonly isStale: boolean;

  constructor(asOf: Date, isStale: boolean) {
    this.asOf = asOf;
    this.isStale = isStale;
  }
}
