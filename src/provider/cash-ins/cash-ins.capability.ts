import { cashInSubject } from '../../bank/cash-ins/cash-in.subject.ts';
import type { Side } from '../side.ts';

/** Cash-ins that the provider receives. */
export const cashInsAtProvider: Side = {
  folder: 'provider/cash-ins',
  neighbours: ['bank/cash-ins'],
  subjects: [cashInSubject],
};
