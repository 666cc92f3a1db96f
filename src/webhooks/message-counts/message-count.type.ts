import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { WebhookMessageState } from '../archive/webhook-message.enum.ts';
import type { MessageCount } from './count-messages.ts';
import { WebhookMessageCountBy } from './message-count.enum.ts';

registerEnumType(WebhookMessageCountBy, {
  name: 'WebhookMessageCountBy',
  description: 'What messages are counted by.',
  valuesConfig: {
    STATE: { description: 'Their state.' },
    CONFIGURATION: { description: 'Their configuration; those of deleted ones together.' },
    HOUR: { description: 'The hour of `sentDate`, by the clock of the time zone.' },
    DAY: { description: 'The day of `sentDate` in the time zone.' },
  },
});

@ObjectType('WebhookMessageCount', {
  description: 'Number of webhook messages with the same state, configuration, hour or day.',
  simpleResolvers: true,
})
export class MessageCountType {
  @Field(() => WebhookMessageState, { nullable: true, description: 'By STATE: theirs. Else null.' })
  readonly state: WebhookMessageState | null;

  /** Not a field; loads the configuration. */
  readonly configurationId: string | null;

  @Field(() => DateTimeScalar, { nullable: true, description: 'By HOUR or DAY: its start. Else null.' })
  readonly startsAt: string | null;

  @Field(() => DateTimeScalar, {
    nullable: true,
    description: 'By HOUR or DAY: its end, the start of the next. Else null.',
  })
  readonly endsAt: string | null;

  @Field(() => Int, { description: 'Number of messages.' })
  readonly count: number;

  constructor({ state, configurationId, startsAt, endsAt, count }: MessageCount) {
    this.state = state ?? null;
    this.configurationId = configurationId ?? null;
    this.startsAt = startsAt?.toISOString() ?? null;
    this.endsAt = endsAt?.toISOString() ?? null;
    this.count = count;
  }
}
