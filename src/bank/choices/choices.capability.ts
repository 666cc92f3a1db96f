import type { Capability } from '../../capability.ts';
import { ChoicesResolver } from './choices.resolver.ts';
import type { OccupationLabels } from './occupation-labels.ts';

/** What forms can offer: the values that mutations accept. */
export const choices: Capability<{ readonly occupationLabels: OccupationLabels }> = {
  folder: 'bank/choices',
  neighbours: ['bank/registrations'],
  resolvers: ({ occupationLabels }) => [new ChoicesResolver(occupationLabels)],
};
