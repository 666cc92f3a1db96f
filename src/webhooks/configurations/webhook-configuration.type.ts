import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { rawContextOf } from '../../events/raw-name.value.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { schemesOf } from './configuration-fields.value.ts';
import { WebhookConfigurationStatus, WebhookFormat, WebhookSignatureScheme } from './webhook-configuration.enum.ts';
import type { WebhookConfigurationRow } from './webhook-configuration.rows.ts';

registerEnumType(WebhookConfigurationStatus, {
  name: 'WebhookConfigurationStatus',
  description: 'Whether a configuration receives messages.',
  valuesConfig: {
    ENABLED: { description: 'Events make messages, and messages are sent.' },
    DISABLED: { description: 'Events make no messages; those made before wait.' },
  },
});

registerEnumType(WebhookFormat, {
  name: 'WebhookFormat',
  description: 'How the body of a message is made. A message keeps its format, however often it is sent.',
  valuesConfig: {
    STANDARD: { description: 'The body of the event, as `WebhookEvent.body` shows it.' },
    CLOUDEVENTS: {
      description: 'CloudEvents 1.0, structured, `application/cloudevents+json`; `data` is the standard body.',
    },
  },
});

registerEnumType(WebhookSignatureScheme, {
  name: 'WebhookSignatureScheme',
  description: 'What a message is signed by (Standard Webhooks).',
  valuesConfig: {
    V1: { description: 'HMAC-SHA-256 by the secret of the configuration: `v1,…` in `webhook-signature`.' },
    V1A: { description: 'Ed25519 by the key of the partner, see `Viewer.signingKeysUrl`: `v1a,…`.' },
  },
});

@ObjectType('WebhookConfiguration', {
  description: 'Where the partner wants events to be sent.',
  implements: NodeType,
  simpleResolvers: true,
})
export class WebhookConfigurationType extends NodeType {
  @Field(() => String, { description: 'Name that the partner gave it.' })
  readonly name: string;

  @Field(() => EventContext, { description: 'Context in which events of `eventName` occur, and OTHER ones.' })
  readonly context: EventContext;

  @Field(() => EventName, { description: 'The event that it is named after, one of `eventNames`.' })
  readonly eventName: EventName;

  /** Names of the OTHER events that it wants. */
  readonly otherNames: readonly string[];

  @Field(() => String, { description: 'Context of `eventName` as the body spells it, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => String, { description: 'Address that receives the messages.' })
  readonly uri: string;

  @Field(() => String, { description: 'Key that the partner made; sent in the header `publicKey`. It proves nothing.' })
  readonly publicKey: string;

  @Field(() => WebhookFormat, { description: 'Of the messages that it makes from now on.' })
  readonly format: WebhookFormat;

  @Field(() => [WebhookSignatureScheme], { description: 'What its messages are signed by: one scheme or both.' })
  readonly signatureSchemes: readonly WebhookSignatureScheme[];

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
    this.otherNames = row.rawEventNames ?? [];
    this.rawContext = rawContextOf(row);
    this.uri = row.uri;
    this.publicKey = row.publicKey;
    this.format = row.format;
    this.signatureSchemes = schemesOf(row);
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
