import { defineEntity } from '@mikro-orm/core';

const ProviderReadingSchema = defineEntity({
  name: 'ProviderReading',
  properties: (p) => ({
    /** Of the account, pocket or customer. */
    subjectId: p.uuid().primary(),
    /** What of it; empty: itself. */
    part: p.text().primary(),
    partnerId: p.text(),
    toldAt: p.datetime(3),
  }),
});

/** When the provider last said what is stored of something. */
export class ProviderReading extends ProviderReadingSchema.class {}
ProviderReadingSchema.setClass(ProviderReading);
