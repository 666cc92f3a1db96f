import { cashInSubject } from './cash-in.subject.ts';
import type { Side } from '../side.ts';

/** Cash-ins that the provider receives. */
export const cashInsAtProvider: Side = {
  folder: 'extensions/provider/cash-ins',
  neighbours: [
    'bank/accounts',
    'bank/cash-ins',
    'extensions/provider/accounts',
    'extensions/provider/events',
    'extensions/provider/intents',
  ],
  subjects: [cashInSubject],
};
