import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { ProviderState } from './provider-state.enum.ts';

registerEnumType(ProviderState, {
  name: 'ProviderState',
  description: 'How the provider is that the gateway stands before.',
  valuesConfig: {
    UP: { description: 'It answers.' },
    LIMITED: { description: 'It said that there were too many requests: none is sent until it wants them.' },
    DOWN: { description: 'It does not answer: what is stored is served, and a request is sent now and then to see.' },
  },
});

@ObjectType('ProviderStatus', {
  description: 'How the provider is, as far as this partner is concerned.',
  simpleResolvers: true,
})
export class ProviderStatusType {
  @Field(() => ProviderState, { description: 'How it is now.' })
  readonly state: ProviderState;

  @Field(() => DateTimeScalar, { description: 'Since when it is so, in UTC.' })
  readonly since: Date;

  @Field(() => Int, {
    nullable: true,
    description: 'In how many seconds requests may be sent again; null while they are sent.',
  })
  readonly retryAfterSeconds: number | null;

  @Field(() => Int, { description: 'Mutations of this partner whose outcome is not known yet.' })
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
