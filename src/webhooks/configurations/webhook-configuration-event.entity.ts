import { defineEntity } from '@mikro-orm/core';
import { EventName } from '../../kernel/domain-event.ts';
import { WebhookConfiguration } from './webhook-configuration.entity.ts';

const WebhookConfigurationEventSchema = defineEntity({
  name: 'WebhookConfigurationEvent',
  properties: (p) => ({
    configurationId: () =>
      p
        .manyToOne(WebhookConfiguration)
        .mapToPk()
        .primary()
        .fieldName('configuration_id')
        .index(false)
        .deleteRule('cascade')
        .updateRule('no action'),
    eventName: p
      .enum(() => EventName)
      .nativeEnumName('event_name')
      .primary(),
    partnerId: p.text(),
    /** The configuration's: no two of a partner select the same event for the same address; of OTHER, names are compared. */
    uri: p.text(),
    /** Its index among the names of the configuration. */
    nth: p.smallint(),
  }),
  indexes: [
    {
      name: 'webhook_configuration_event_target_unique',
      expression: `create unique index webhook_configuration_event_target_unique
        on webhook_configuration_event (partner_id, event_name, uri) where event_name <> 'OTHER'`,
    },
  ],
});

/** An event that a configuration selects; new events are matched by it. */
export class WebhookConfigurationEvent extends WebhookConfigurationEventSchema.class {}
WebhookConfigurationEventSchema.setClass(WebhookConfigurationEvent);
