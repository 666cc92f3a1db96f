import { Field, ID, InputType } from 'type-graphql';
import { EventName } from '../../kernel/domain-event.ts';

@InputType({ description: 'The configuration to send a test message to.' })
export class PingWebhookConfigurationInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly configurationId!: string;
}

@InputType({ description: 'A sample, and where it is sent.' })
export class SendSampleEventInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID; the event need not be one of its events.' })
  readonly configurationId!: string;

  @Field(() => EventName, { description: 'The event whose sample is sent; OTHER has none.' })
  readonly eventName!: EventName;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Signs as after a rotation: with the newest secret, and the next key of the partner.',
  })
  readonly rehearsal!: boolean;
}
