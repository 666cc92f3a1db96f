import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { rawContextOf } from '../../events/raw-name.value.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { WebhookConfigurationStatus } from './webhook-configuration.enum.ts';
import type { WebhookConfigurationRow } from './webhook-configuration.rows.ts';

registerEnumType(WebhookConfigurationStatus, {
  name: 'WebhookConfigurationStatus',
  description: 'Whether a configuration receives messages.',
  valuesConfig: {
    ENABLED: { description: 'Events make messages, and messages are sent.' },
    DISABLED: { description: 'Events make no messages; those made before wait.' },
  },
});

@ObjectType('WebhookConfiguration', {
  description: 'Where the partner wants events of one name to be sent.',
  implements: NodeType,
  simpleResolvers: true,
})
export class WebhookConfigurationType extends NodeType {
  @Field(() => String, { description: 'Name that the partner gave it.' })
  readonly name: string;

  @Field(() => EventContext, { description: 'Context in which the event occurs.' })
  readonly context: EventContext;

  @Field(() => EventName, { description: 'Events of this name make messages.' })
  readonly eventName: EventName;

  @Field(() => [String], {
    description: 'Names of its events as the body has them; of OTHER events the ones it wants.',
  })
  readonly rawEventNames: readonly string[];

  @Field(() => String, { description: 'Context of its events as the body spells it, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => String, { description: 'Address that receives the messages.' })
  readonly uri: string;

  @Field(() => String, { description: 'Key that the partner made; sent in the header `publicKey`. It proves nothing.' })
  readonly publicKey: string;

  @Field(() => WebhookConfigurationStatus, { description: 'Whether it receives messages.' })
  readonly status: WebhookConfigurationStatus;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last changed; null when it never was.' })
  readonly updatedAt: string | null;

  constructor(row: WebhookConfigurationRow) {
    super(row.id);
    this.name = row.name;
    this.context = row.context;
    this.eventName = row.eventName;
    this.rawEventNames = row.rawEventNames ?? [row.eventName];
    this.rawContext = rawContextOf(row);
    this.uri = row.uri;
    this.publicKey = row.publicKey;
    this.status = row.status;
    this.createdAt = row.createdAt;
    this.updatedAt = row.updatedAt;
  }
}

export const WebhookConfigurationConnectionType = connectionOf(
  'WebhookConfiguration',
  () => WebhookConfigurationType,
  'webhook configurations',
);
