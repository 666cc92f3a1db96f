import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { BreakerState } from './breaker.enum.ts';
import type { ShownBreakerRow } from './shown-breaker.rows.ts';

registerEnumType(BreakerState, {
  name: 'WebhookBreakerState',
  description: 'States of the circuit breaker of a configuration.',
  valuesConfig: {
    CLOSED: { description: 'Messages are sent as they come.' },
    OPEN: { description: 'The endpoint failed again and again: messages are held until a probe gets an answer.' },
    HALF_OPEN: {
      description:
        'A probe is under way, or got an answer and held messages are let go, the oldest first, at 1, 2, 4 … a second.',
    },
  },
});

@ObjectType('WebhookBreaker', {
  description:
    'The circuit breaker of a configuration: it spares an endpoint that fails, and keeps its messages for later.',
  simpleResolvers: true,
})
export class WebhookBreakerType {
  @Field(() => BreakerState, { description: 'Whether messages are sent, held, or let go one by one.' })
  readonly state: BreakerState;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it opened; null while it is CLOSED.' })
  readonly openedAt: string | null;

  @Field(() => Int, { description: 'How many messages it holds; 0 while it is CLOSED.' })
  readonly heldCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the endpoint is tried again with one message; null when none is planned.',
  })
  readonly nextProbeAt: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What the last failed call ended in, such as `answered 503`; null when none has failed.',
  })
  readonly lastFailure: string | null;

  constructor(row: ShownBreakerRow) {
    this.state = row.state;
    this.openedAt = row.openedAt;
    this.heldCount = row.heldCount;
    this.nextProbeAt = row.state === 'OPEN' ? row.nextProbeAt : null;
    this.lastFailure = row.lastFailure;
  }
}
