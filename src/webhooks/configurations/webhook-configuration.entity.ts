import { defineEntity } from '@mikro-orm/core';
import { EventContext, EventName } from '../../kernel/domain-event.ts';
import { Partner } from '../../bank/partners/partner.entity.ts';
import { WebhookConfigurationStatus, WebhookFormat } from './webhook-configuration.enum.ts';

const WebhookConfigurationSchema = defineEntity({
  name: 'WebhookConfiguration',
  properties: (p) => ({
    id: p.uuid().primary(),
    partnerId: () => p.manyToOne(Partner).mapToPk().fieldName('partner_id'),
    name: p.text(),
    context: p.enum(() => EventContext).nativeEnumName('event_context'),
    eventName: p.enum(() => EventName).nativeEnumName('event_name'),
    /** Names of the OTHER events that it selects; null if it selects none. */
    rawEventNames: p
      .array((text) => text)
      .columnType('text[]')
      .nullable(),
    rawContext: p.text().nullable(),
    /** Numbers of accounts, and entities, whose events it captures; empty: of all. */
    accountNumbers: p
      .array((text) => text)
      .columnType('text[]')
      .defaultRaw("'{}'"),
    entityIds: p
      .array((text) => text)
      .columnType('text[]')
      .defaultRaw("'{}'"),
    uri: p.text(),
    publicKey: p.text(),
    /** Encrypted; see `platform/secrets/secret-box.ts`. */
    secret: p.text(),
    /** The secret before the last change; it also signs until `previousSecretUntil`. */
    previousSecret: p.text().nullable(),
    previousSecretUntil: p.datetime(3).nullable(),
    /** Format of new messages. */
    format: p
      .enum(() => WebhookFormat)
      .nativeEnumName('webhook_format')
      .default('STANDARD'),
    /** Its messages are signed with its secret, with the key of its partner, or with both. */
    signsV1: p.boolean().fieldName('signs_v1').default(true),
    signsV1a: p.boolean().fieldName('signs_v1a').default(false),
    status: p.enum(() => WebhookConfigurationStatus).nativeEnumName('webhook_configuration_status'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3).nullable(),
  }),
  indexes: [
    {
      name: 'webhook_configuration_target_unique',
      expression: `create unique index webhook_configuration_target_unique
        on webhook_configuration (partner_id, context, event_name, uri) where event_name <> 'OTHER'`,
    },
    { properties: ['partnerId', 'createdAt', 'id'] },
  ],
  checks: [{ name: 'webhook_configuration_is_signed', expression: 'signs_v1 or signs_v1a' }],
});

/** An endpoint of a partner, and the events to send to it: `eventName` and the others in WebhookConfigurationEvent. */
export class WebhookConfiguration extends WebhookConfigurationSchema.class {}
WebhookConfigurationSchema.setClass(WebhookConfiguration);
