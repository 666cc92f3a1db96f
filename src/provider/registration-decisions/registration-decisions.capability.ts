import { decidedByProvider } from '../../bank/registration-decisions/provider-decision.ts';
import { registrationSubject } from '../../bank/registration-decisions/registration.subject.ts';
import { noteOwnEvent } from '../events/note-own-event.ts';
import type { Side } from '../side.ts';
import { pollRegistrations } from './poll-registrations.ts';

/** Decisions on registrations by the provider's responses and events. */
export const decisionsAtProvider: Side = {
  folder: 'provider/registration-decisions',
  neighbours: ['bank/registration-decisions', 'provider/calls', 'provider/events'],
  subjects: [registrationSubject],
  elsewhere: ({ client }, needs) => ({
    analyseRegistrations: (name, loop) =>
      pollRegistrations(name, loop, {
        ...needs,
        analyseRegistration: decidedByProvider(client),
        noteVerdict: noteOwnEvent,
      }),
  }),
};
