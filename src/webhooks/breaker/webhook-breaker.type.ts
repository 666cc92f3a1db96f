import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { BreakerState } from './breaker.enum.ts';
import type { ShownBreakerRow } from './shown-breaker.rows.ts';

registerEnumType(BreakerState, {
  name: 'WebhookBreakerState',
  description: 'States of the circuit breaker of a configuration.',
  valuesConfig: {
    CLOSED: { description: 'Messages are sent normally.' },
    OPEN: { description: 'The endpoint failed repeatedly: messages are held until a probe succeeds.' },
    HALF_OPEN: {
      description:
        'A probe is in progress, or succeeded and held messages are being released, oldest first, at 1, 2, 4 … per second.',
    },
  },
});

@ObjectType('WebhookBreaker', {
  description: 'The circuit breaker of a configuration: it holds messages while the endpoint fails.',
  simpleResolvers: true,
})
export class WebhookBreakerType {
  @Field(() => BreakerState, { description: 'Whether messages are sent, held, or gradually released.' })
  readonly state: BreakerState;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it opened; null while CLOSED.' })
  readonly openedAt: string | null;

  @Field(() => Int, { description: 'Number of held messages; 0 while CLOSED.' })
  readonly heldCount: number;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'When the next probe with one message is due; null if none is planned.',
  })
  readonly nextProbeAt: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Result of the last failed attempt, such as `answered 503`; null if none failed.',
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
