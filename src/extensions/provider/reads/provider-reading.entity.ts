import { defineEntity } from '@mikro-orm/core';

const ProviderReadingSchema = defineEntity({
  name: 'ProviderReading',
  properties: (p) => ({
    /** Id of the account, pocket or customer. */
    subjectId: p.uuid().primary(),
    /** Part of the subject; empty: itself. */
    part: p.text().primary(),
    partnerId: p.text(),
    toldAt: p.datetime(3),
  }),
});

/** When the provider last reported the stored data of a subject. */
export class ProviderReading extends ProviderReadingSchema.class {}
ProviderReadingSchema.setClass(ProviderReading);
