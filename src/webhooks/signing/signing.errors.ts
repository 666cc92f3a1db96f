import { refuserOf, type RefusalTable } from '../../kernel/domain-error.ts';

/** Errors of changes of signing keys. */
export const signingRefusals = {
  SIGNING_KEY_TOO_NEW: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The next key was published less than seven days ago.',
    portuguese: 'A próxima chave foi publicada há menos de sete dias.',
    condition: 'the next key was published less than seven days ago, so that receivers may not have it yet',
    retryable: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(signingRefusals);

/** @param usableAt when the next key can be used */
export function signingKeyTooNew(usableAt: Date) {
  return refuse('SIGNING_KEY_TOO_NEW', { usableAt });
}

/** All errors of rotateSigningKey. */
export type RotateSigningKeyRefusal = ReturnType<typeof signingKeyTooNew>;
