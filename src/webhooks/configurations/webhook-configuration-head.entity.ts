import { defineEntity } from '@mikro-orm/core';

const WebhookConfigurationHeadSchema = defineEntity({
  name: 'WebhookConfigurationHead',
  properties: (p) => ({
    /** No foreign key, or capture would wait for changes of the configuration. */
    configurationId: p.uuid().primary(),
    partnerId: p.text(),
    sequence: p.text(),
    /** `sequence` before the last capture, for the statement that moves it. */
    formerSequence: p.text().nullable(),
  }),
});

/** The sequence of the newest message of a configuration; without a row it has none yet. */
export class WebhookConfigurationHead extends WebhookConfigurationHeadSchema.class {}
WebhookConfigurationHeadSchema.setClass(WebhookConfigurationHead);
