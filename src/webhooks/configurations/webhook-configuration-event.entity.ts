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
    /** The configuration's: no two of a partner select the same event for the same address. */
    uri: p.text(),
    /** Its index among the names of the configuration. */
    nth: p.smallint(),
  }),
  uniques: [{ name: 'webhook_configuration_event_target_unique', properties: ['partnerId', 'eventName', 'uri'] }],
});

/** An event that a configuration selects; new events are matched by it. */
export class WebhookConfigurationEvent extends WebhookConfigurationEventSchema.class {}
WebhookConfigurationEventSchema.setClass(WebhookConfigurationEvent);
