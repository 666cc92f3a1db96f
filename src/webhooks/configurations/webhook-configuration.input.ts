import { Field, ID, InputType } from 'type-graphql';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { WebhookConfigurationStatus, WebhookFormat, WebhookSignatureScheme } from './webhook-configuration.enum.ts';

const NAME = '1 to 50 characters after trimming.';
const URI =
  'URL that receives messages by POST: https, at most 500 characters, without user, password and fragment; its host must have only public addresses. Sandbox mode also allows http and private addresses.';
const PUBLIC_KEY = 'Sent in the header `publicKey` of each message; 1 to 64 visible ASCII characters.';

const RAW_EVENT_NAMES =
  'Names of events as in the body, 1 to 20, each of 1 to 150 characters. Required for the event OTHER, and only allowed there.';
const RAW_CONTEXT =
  'Context of the events as in the body, 1 to 50 characters. Required for the context OTHER, and only allowed there.';
const EVENT_NAMES =
  'All events to send, of any context, without repetitions; must include eventName. OTHER means those of the given context.';
const FORMAT = 'Format of message bodies; a message keeps its format.';
const SIGNATURE_SCHEMES = 'Signature schemes, one or both.';
const ACCOUNT_NUMBERS =
  'Only events of payment accounts with these numbers and of their pockets are captured: at most 100, each of 1 to 100 characters and given once; empty: of all. One that does not exist yet counts from its opening on.';
const ENTITY_IDS =
  'Only events with these values of `entityId` are captured: at most 100, each of 1 to 100 characters and given once; empty: all.';

@InputType({ description: 'Which configurations; absent: all.' })
export class WebhookConfigurationFilter {
  @Field(() => WebhookConfigurationStatus, { nullable: true, description: 'Only configurations with this status.' })
  readonly status?: WebhookConfigurationStatus | null;

  @Field(() => [EventName], {
    defaultValue: [],
    description: 'Only configurations with one of these among their events; empty: all.',
  })
  readonly eventNames!: EventName[];

  @Field(() => String, { nullable: true, description: 'Only configurations with this address.' })
  readonly uri?: string | null;

  @Field(() => [String], {
    defaultValue: [],
    description: 'Only configurations with one of these among their accountNumbers; empty: all.',
  })
  readonly accountNumbers!: string[];

  @Field(() => [String], {
    defaultValue: [],
    description: 'Only configurations with one of these among their entityIds; empty: all.',
  })
  readonly entityIds!: string[];
}

@InputType({ description: 'A configuration to create.' })
export class CreateWebhookConfigurationInput {
  @Field(() => String, {
    nullable: true,
    description: `Name of the configuration, ${NAME} The host of uri if absent.`,
  })
  readonly name?: string | null;

  @Field(() => EventContext, {
    nullable: true,
    description: 'Context of eventName, which it follows from if absent; required for OTHER.',
  })
  readonly context?: EventContext | null;

  @Field(() => EventName, { nullable: true, description: 'Event to send; the first of eventNames if absent.' })
  readonly eventName?: EventName | null;

  @Field(() => [EventName], { nullable: true, description: `${EVENT_NAMES} Only eventName if absent.` })
  readonly eventNames?: EventName[] | null;

  @Field(() => [String], { nullable: true, description: RAW_EVENT_NAMES })
  readonly rawEventNames?: string[] | null;

  @Field(() => String, { nullable: true, description: RAW_CONTEXT })
  readonly rawContext?: string | null;

  @Field(() => String, { description: URI })
  readonly uri!: string;

  @Field(() => String, { nullable: true, description: `${PUBLIC_KEY} One of 32 hexadecimal digits is made if absent.` })
  readonly publicKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'Signing secret (Standard Webhooks): `whsec_` and the base64 of 24 to 64 bytes; for ENVELOPES also any text of 16 to 512 characters. If absent or empty, one is generated and shown once.',
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

  @Field(() => [String], { defaultValue: [], description: ACCOUNT_NUMBERS })
  readonly accountNumbers!: string[];

  @Field(() => [String], { defaultValue: [], description: ENTITY_IDS })
  readonly entityIds!: string[];
}

@InputType({ description: 'The configuration to delete.' })
export class DeleteWebhookConfigurationInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly configurationId!: string;
}

@InputType({ description: 'Changes of a configuration; absent and null fields are not changed.' })
export class UpdateWebhookConfigurationInput {
  @Field(() => ID, { description: 'Id of the configuration, a UUID.' })
  readonly configurationId!: string;

  @Field(() => String, { nullable: true, description: `A new name, ${NAME}` })
  readonly name?: string | null;

  @Field(() => String, { nullable: true, description: URI })
  readonly uri?: string | null;

  @Field(() => String, { nullable: true, description: PUBLIC_KEY })
  readonly publicKey?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'New signing secret: `whsec_` and the base64 of 24 to 64 bytes, or for ENVELOPES any text of 16 to 512 characters; not changed if empty. For one day each message is signed with both secrets, in `authorization: hmac` only with the new one.',
  })
  readonly secret?: string | null;

  @Field(() => [EventName], { nullable: true, description: EVENT_NAMES })
  readonly eventNames?: EventName[] | null;

  @Field(() => [String], { nullable: true, description: RAW_EVENT_NAMES })
  readonly rawEventNames?: string[] | null;

  @Field(() => String, { nullable: true, description: RAW_CONTEXT })
  readonly rawContext?: string | null;

  @Field(() => WebhookFormat, { nullable: true, description: FORMAT })
  readonly format?: WebhookFormat | null;

  @Field(() => [WebhookSignatureScheme], { nullable: true, description: SIGNATURE_SCHEMES })
  readonly signatureSchemes?: WebhookSignatureScheme[] | null;

  @Field(() => [String], { nullable: true, description: ACCOUNT_NUMBERS })
  readonly accountNumbers?: string[] | null;

  @Field(() => [String], { nullable: true, description: ENTITY_IDS })
  readonly entityIds?: string[] | null;

  @Field(() => WebhookConfigurationStatus, {
    nullable: true,
    description: 'DISABLED creates no messages and sends none; ENABLED resumes both.',
  })
  readonly status?: WebhookConfigurationStatus | null;
}
