import { refuserOf, type RefusalTable } from './domain-error.ts';

/** Refusals of look-ups. */
export const lookupRefusals = {
  TOO_MANY_LOOKUPS: {
    origin: 'GATEWAY',
    status: 429,
    message: 'Too many look-ups: wait <retryAfterSeconds> s.',
    portuguese: 'Consultas demais: aguarde <retryAfterSeconds> s.',
    condition: 'too many answers have revealed that a contact or key of someone else is in use',
    retryable: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(lookupRefusals);

/** Refuses a look-up; the next one is granted after `retryAfterSeconds`. */
export function tooManyLookups(retryAfterSeconds: number) {
  return refuse('TOO_MANY_LOOKUPS', { retryAfterSeconds }, { retryAfterSeconds: String(retryAfterSeconds) });
}

export type TooManyLookups = ReturnType<typeof tooManyLookups>;
