import { Field, ObjectType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';

@ObjectType('Freshness', {
  description: 'How old what is shown is, where a provider behind this gateway keeps it.',
  simpleResolvers: true,
})
export class FreshnessType {
  @Field(() => DateTimeScalar, {
    description: 'When the provider said so, in UTC; now where this gateway is the bank itself.',
  })
  readonly asOf: Date;

  @Field(() => Boolean, {
    description: 'Whether that is longer ago than PROVIDER_FRESH_SECONDS: the provider may know better by now.',
  })
  readonly isStale: boolean;

  constructor(asOf: Date, isStale: boolean) {
    this.asOf = asOf;
    this.isStale = isStale;
  }
}
