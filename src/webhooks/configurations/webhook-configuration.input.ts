import { Field, ID, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookConfigurationStatus, WebhookFormat, WebhookSignatureScheme } from './webhook-configuration.enum.ts';

const NAME = '1 to 50 characters after trimming.';
const URI =
  'Where messages are sent by POST: https, at most 500 characters, without user, password and fragment; its host must have public addresses alone. In sandbox mode also http and private addresses.';
const PUBLIC_KEY = 'Sent in the header `publicKey` of each message; 1 to 64 visible ASCII characters.';

const RAW_EVENT_NAMES =
  'Names of events as the body has them, 1 to 20 of 1 to 150 characters; for the event OTHER, which needs them, only.';
const EVENT_NAMES =
  'All events that make messages, of whatever contexts: eventName is one of them, and each stands there once. OTHER ones are those of the context.';
const FORMAT = 'How bodies are made; a message keeps the format that it was made in.';
const SIGNATURE_SCHEMES = 'What messages are signed by: one scheme or both.';

@InputType({ description: 'Which configurations; absent: all.' })
export class WebhookConfigurationFilter {
  @Field(() => WebhookConfigurationStatus, { nullable: true, description: 'Only configurations of this status.' })
  readonly status?: WebhookConfigurationStatus | null;
}

@InputType({ description: 'A configuration to be created.' })
export class CreateWebhookConfigurationInput {
  @Field(() => String, { description: `Name of the configuration, ${NAME}` })
  readonly name!: string;

  @Field(() => EventContext, { description: 'Context in which events of eventName occur.' })
  readonly context!: EventContext;

  @Field(() => EventName, { description: 'Events of this name make messages.' })
  readonly eventName!: EventName;

  @Field(() => [EventName], { nullable: true, description: `${EVENT_NAMES} When absent eventName alone.` })
  readonly eventNames?: EventName[] | null;

  @Field(() => [String], { nullable: true, description: RAW_EVENT_NAMES })
  readonly rawEventNames?: string[] | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Context of the events as the body spells it, 1 to 50 characters; for the context OTHER, which needs it, only.',
  })
  readonly rawContext?: string | null;

  @Field(() => String, { description: URI })
  readonly uri!: string;

  @Field(() => String, { description: PUBLIC_KEY })
  readonly publicKey!: string;

  @Field(() => String, {
    nullable: true,
    description:
      'Key of the signatures (Standard Webhooks): `whsec_` and the base64 of 24 to 64 bytes. When absent one is made, and shown once.',
  })
  readonly secret?: string | null;

  @Field(() => WebhookFormat, { nullable: true, defaultValue: WebhookFormat.STANDARD, description: FORMAT })
  readonly format?: WebhookFormat | null;

  @Field(() => [WebhookSignatureScheme], {
    nullable: true,
    defaultValue: [WebhookSignatureScheme.V1],
    description: SIGNATURE_SCHEMES,
  })
  readonly signatureSchemes?: WebhookSignatureScheme[] | null;
}

@InputType({ description: 'Changes of a configuration; what is absent or null stays as it is.' })
export class UpdateWebhookConfigurationInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly id!: string;

  @Field(() => String, { nullable: true, description: `A new name, ${NAME}` })
  readonly name?: string | null;

  @Field(() => String, { nullable: true, description: URI })
  readonly uri?: string | null;

  @Field(() => String, { nullable: true, description: PUBLIC_KEY })
  readonly publicKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'A new key of the signatures: `whsec_` and the base64 of 24 to 64 bytes. For a day both keys sign each message.',
  })
  readonly secret?: string | null;

  @Field(() => [EventName], { nullable: true, description: EVENT_NAMES })
  readonly eventNames?: EventName[] | null;

  @Field(() => [String], { nullable: true, description: RAW_EVENT_NAMES })
  readonly rawEventNames?: string[] | null;

  @Field(() => WebhookFormat, { nullable: true, description: FORMAT })
  readonly format?: WebhookFormat | null;

  @Field(() => [WebhookSignatureScheme], { nullable: true, description: SIGNATURE_SCHEMES })
  readonly signatureSchemes?: WebhookSignatureScheme[] | null;

  @Field(() => WebhookConfigurationStatus, {
    nullable: true,
    description: 'DISABLED makes no new messages and lets the others wait; ENABLED lets them go on.',
  })
  readonly status?: WebhookConfigurationStatus | null;
}
