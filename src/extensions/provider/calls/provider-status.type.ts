import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../../platform/graphql/vocabulary/scalars.ts';
import { ProviderState } from '../gate/provider-state.enum.ts';

registerEnumType(ProviderState, {
  name: 'ProviderState',
  description: 'State of the provider behind the gateway.',
  valuesConfig: {
    UP: { description: 'It responds.' },
    LIMITED: {
      description: 'It answered that there were too many requests; none are sent until it allows them again.',
    },
    DOWN: { description: 'It does not respond: stored data is served, and it is probed from time to time.' },
  },
});

@ObjectType('ProviderStatus', {
  description: 'Status of the provider, as it affects this partner.',
  simpleResolvers: true,
})
export class ProviderStatusType {
  @Field(() => ProviderState, { description: 'Current state.' })
  readonly state: ProviderState;

  @Field(() => DateTimeScalar, { description: 'Start of the current state, in UTC.' })
  readonly since: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'Seconds until requests are sent again; null while they are sent.',
  })
  readonly retryAfterSeconds: number | null;

  @Field(() => Int, { description: "Number of this partner's mutations whose outcome is not known yet." })
  readonly openOutcomes: number;

  constructor(
    status: Omit<ProviderStatusType, 'retryAfterSeconds'> & { readonly retryAfterSeconds: number | undefined },
  ) {
    this.state = status.state;
    this.since = status.since;
    this.retryAfterSeconds = status.retryAfterSeconds ?? null;
    this.openOutcomes = status.openOutcomes;
  }
}
