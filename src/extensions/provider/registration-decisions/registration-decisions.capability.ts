import { decidedByProvider } from './provider-decision.ts';
import { registrationSubject } from './registration.subject.ts';
import { noteOwnEvent } from '../events/note-own-event.ts';
import type { Side } from '../side.ts';
import { pollRegistrations } from './poll-registrations.ts';

/** Decisions on registrations by the provider's responses and events. */
export const decisionsAtProvider: Side = {
  folder: 'extensions/provider/registration-decisions',
  neighbours: [
    'bank/customers',
    'bank/registration-decisions',
    'bank/registrations',
    'events/log',
    'extensions/provider/calls',
    'extensions/provider/events',
    'extensions/provider/intents',
    'extensions/provider/reads',
    'extensions/provider/registrations',
  ],
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
