import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { ErrorCode } from '../graphql/vocabulary/error-catalogue.ts';
import { DateTimeScalar, UuidScalar } from '../graphql/vocabulary/scalars.ts';
import { OutcomeState, type IdempotentOutcome } from './idempotent-outcome.ts';

registerEnumType(OutcomeState, {
  name: 'OutcomeState',
  description: 'What has become of a mutation that was sent with an idempotency key.',
  valuesConfig: {
    RUNNING: { description: 'It is being done: ask again.' },
    SUCCEEDED: { description: 'It was done.' },
    REFUSED: { description: 'It was refused, as `refusal` says; nothing was done, and the key is free.' },
    NOT_EXECUTED: { description: 'It was never done, and will not be: the key is free.' },
    UNKNOWN: { description: 'Whether it was done cannot be found out here: ask the bank.' },
  },
});

@ObjectType('IdempotentOutcome', {
  description: 'What has become of a mutation that was sent with an idempotency key.',
  simpleResolvers: true,
})
export class IdempotentOutcomeType {
  @Field(() => OutcomeState, { description: 'How it stands.' })
  readonly state: OutcomeState;

  @Field(() => DateTimeScalar, {
    description: 'When the gateway first knew of it, in UTC; while it is RUNNING here, when that was found out.',
  })
  readonly firstSeenAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was done, in UTC; null unless it SUCCEEDED.' })
  readonly succeededAt: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Until when the same request is answered with what was made, in UTC; from then on it makes another. Null unless it SUCCEEDED.',
  })
  readonly replayableUntil: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the gateway tries or looks again by itself, in UTC; null where it does not.',
  })
  readonly nextTryAt: string | null;

  @Field(() => ErrorCode, { nullable: true, description: 'Why it was REFUSED; null otherwise.' })
  readonly refusal: string | null;

  @Field(() => UuidScalar, {
    nullable: true,
    description: 'Correlation id under which it was sent on to a provider; null where there is none.',
  })
  readonly correlationId: string | null;

  /** Not shown; leads to what was made. */
  readonly subjectId: string | undefined;

  constructor(outcome: IdempotentOutcome) {
    const { succeededAt = null, replayableUntil = null, nextTryAt = null } = outcome;
    this.state = outcome.state;
    this.firstSeenAt = outcome.firstSeenAt;
    this.succeededAt = succeededAt;
    this.replayableUntil = replayableUntil;
    this.nextTryAt = nextTryAt;
    this.refusal = outcome.refusal ?? null;
    this.correlationId = outcome.correlationId ?? null;
    this.subjectId = outcome.subjectId;
  }
}
