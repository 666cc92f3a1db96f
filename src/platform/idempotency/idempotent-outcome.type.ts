import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { ErrorCode } from '../graphql/vocabulary/error-catalogue.ts';
import { DateTimeScalar, UuidScalar } from '../graphql/vocabulary/scalars.ts';
import { OutcomeState, type IdempotentOutcome } from './idempotent-outcome.ts';

registerEnumType(OutcomeState, {
  name: 'OutcomeState',
  description: 'Outcome of a mutation that was sent with an idempotency key.',
  valuesConfig: {
    RUNNING: { description: 'In progress: query again.' },
    SUCCEEDED: { description: 'Done.' },
    REFUSED: { description: 'Refused, see `refusal`; nothing was done, and the key is free.' },
    NOT_EXECUTED: { description: 'Not done, and never will be; the key is free.' },
    UNKNOWN: { description: 'It is not possible to find out whether it was done: ask the bank.' },
  },
});

@ObjectType('IdempotentOutcome', {
  description: 'Outcome of a mutation that was sent with an idempotency key.',
  simpleResolvers: true,
})
export class IdempotentOutcomeType {
  @Field(() => OutcomeState, { description: 'State of the mutation.' })
  readonly state: OutcomeState;

  @Field(() => DateTimeScalar, {
    description:
      'When the gateway first received it, in UTC; for one that is RUNNING, this may be the time of this query.',
  })
  readonly firstSeenAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it succeeded, in UTC; null unless SUCCEEDED.' })
  readonly succeededAt: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description:
      'Until when the same request returns the same result, in UTC; after that it creates something new. Null unless SUCCEEDED.',
  })
  readonly replayableUntil: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the gateway tries or checks again, in UTC; null if it does not.',
  })
  readonly nextTryAt: string | null;

  @Field(() => ErrorCode, { nullable: true, description: 'Reason for the refusal; null unless REFUSED.' })
  readonly refusal: string | null;

  @Field(() => UuidScalar, {
    nullable: true,
    description: 'Correlation id of the request to the provider; null if there was none.',
  })
  readonly correlationId: string | null;

  /** Id of what was created; not a field of the schema. */
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
