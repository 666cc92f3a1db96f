import { defineEntity } from '@mikro-orm/core';

const WebhookConfigurationHeadSchema = defineEntity({
  name: 'WebhookConfigurationHead',
  properties: (p) => ({
    /** No foreign key: capture would wait for changes of a configuration. */
    configurationId: p.uuid().primary(),
    partnerId: p.text(),
    sequence: p.text(),
    /** What `sequence` was before the last capture: for the same statement that moves it. */
    formerSequence: p.text().nullable(),
  }),
});

/** The sequence of the newest message that was made for a configuration; without a row there is none yet. */
export class WebhookConfigurationHead extends WebhookConfigurationHeadSchema.class {}
WebhookConfigurationHeadSchema.setClass(WebhookConfigurationHead);
