import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { rawContextOf } from '../../events/log/raw-name.value.ts';
import { connectionOf } from '../../platform/graphql/paging/connection.type.ts';
import type { ShownColumns } from '../../platform/statements/byte-page.ts';
import { NodeType } from '../../platform/graphql/vocabulary/node.type.ts';
import { DateTimeScalar } from '../../platform/graphql/vocabulary/scalars.ts';
import { schemesOf } from './configuration-fields.value.ts';
import { WebhookConfigurationStatus, WebhookFormat, WebhookSignatureScheme } from './webhook-configuration.enum.ts';
import type { WebhookConfigurationRow } from './webhook-configuration.rows.ts';

registerEnumType(WebhookConfigurationStatus, {
  name: 'WebhookConfigurationStatus',
  description: 'Whether a configuration receives messages.',
  valuesConfig: {
    ENABLED: { description: 'Events create messages, and messages are sent.' },
    DISABLED: { description: 'Events create no messages, and existing messages are not sent.' },
  },
});

registerEnumType(WebhookFormat, {
  name: 'WebhookFormat',
  description: 'Format of a message body. Retries keep the format of the message.',
  valuesConfig: {
    STANDARD: { description: 'The body of the event, as `WebhookEvent.body` shows it.' },
    CLOUDEVENTS: {
      description: 'CloudEvents 1.0, structured, `application/cloudevents+json`; `data` is the standard body.',
    },
    ENVELOPES: {
      description:
        'An array of one envelope of the partner API, signed by `authorization: hmac` too. Its cash-ins name payer and payee.',
    },
  },
});

registerEnumType(WebhookSignatureScheme, {
  name: 'WebhookSignatureScheme',
  description: 'Signature schemes of Standard Webhooks.',
  valuesConfig: {
    V1: { description: 'HMAC-SHA-256 with the secret of the configuration: `v1,…` in `webhook-signature`.' },
    V1A: { description: 'Ed25519 with the key of the partner, see `Viewer.signingKeysUrl`: `v1a,…`.' },
  },
});

@ObjectType('WebhookConfiguration', {
  description: 'An endpoint of the partner, and the events to send to it.',
  implements: NodeType,
  simpleResolvers: true,
})
export class WebhookConfigurationType extends NodeType {
  @Field(() => String, { description: 'Name given by the partner.' })
  readonly name: string;

  @Field(() => EventContext, { description: 'Context of `eventName`, and of OTHER events.' })
  readonly context: EventContext;

  @Field(() => EventName, { description: 'The main event, one of `eventNames`.' })
  readonly eventName: EventName;

  /** Names of the OTHER events that it selects. */
  readonly otherNames: readonly string[];

  @Field(() => String, { description: 'Context of `eventName` as in the body, such as `Pix`.' })
  readonly rawContext: string;

  @Field(() => String, { description: 'Address that receives the messages.' })
  readonly uri: string;

  @Field(() => String, {
    description: 'Value chosen by the partner; sent in the `publicKey` header. It does not prove authenticity.',
  })
  readonly publicKey: string;

  @Field(() => WebhookFormat, { description: 'Format of new messages.' })
  readonly format: WebhookFormat;

  @Field(() => [WebhookSignatureScheme], { description: 'Signature schemes of its messages.' })
  readonly signatureSchemes: readonly WebhookSignatureScheme[];

  @Field(() => [String], {
    description:
      'Numbers of the payment accounts whose events it captures, with those of their pockets; empty: of all.',
  })
  readonly accountNumbers: readonly string[];

  @Field(() => [String], { description: 'Values of `entityId` whose events it captures; empty: all.' })
  readonly entityIds: readonly string[];

  @Field(() => WebhookConfigurationStatus, { description: 'Whether it receives messages.' })
  readonly status: WebhookConfigurationStatus;

  @Field(() => DateTimeScalar, { description: 'When it was created.' })
  readonly createdAt: string;

  @Field(() => DateTimeScalar, { nullable: true, description: 'When it was last changed; null if never.' })
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
    this.accountNumbers = row.accountNumbers;
    this.entityIds = row.entityIds;
    this.status = row.status;
    this.createdAt = row.createdAt;
    this.updatedAt = row.updatedAt;
  }
}

/** The columns of a configuration's fields. */
export const configurationColumns: ShownColumns<WebhookConfigurationRow> = {
  columns: {
    ...{ id: 'id', name: 'name', context: 'context', eventName: 'eventName', uri: 'uri', publicKey: 'publicKey' },
    ...{ format: 'format', status: 'status', createdAt: 'createdAt', updatedAt: 'updatedAt' },
  },
};

export const WebhookConfigurationConnectionType = connectionOf(
  'WebhookConfiguration',
  () => WebhookConfigurationType,
  'webhook configurations',
);
