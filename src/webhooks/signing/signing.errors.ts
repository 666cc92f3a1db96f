import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** What changes of signing keys refuse. */
export const signingRefusals = {
  SIGNING_KEY_TOO_NEW: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The next key was published less than seven days ago.',
    condition: 'the next key was published less than seven days ago, so that receivers may not have it yet',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(signingRefusals);

/** @param usableAt when the next key may take its turn */
export function signingKeyTooNew(usableAt: Date) {
  return refuse('SIGNING_KEY_TOO_NEW', { usableAt });
}

/** Everything that rotateSigningKey may answer instead of having rotated. */
export type RotateSigningKeyRefusal = ReturnType<typeof signingKeyTooNew>;
