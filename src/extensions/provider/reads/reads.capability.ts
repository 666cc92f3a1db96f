import type { Capability } from '../../../capability.ts';
import { ProviderReading } from './provider-reading.entity.ts';

/** Reads of what a provider keeps: stored with the time of the answer, and requested again once that is too old. */
export const providerReads: Capability = {
  folder: 'extensions/provider/reads',
  neighbours: ['extensions/provider/calls', 'extensions/provider/events', 'extensions/provider/intents'],
  entities: [ProviderReading],
};
