import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';
import type { TotpLimit } from './totp-limit.enum.ts';

/** Errors of one-time codes. */
export const totpRefusals = {
  INVALID_TOTP_CODE: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The code is not valid.',
    portuguese: 'O código não é válido.',
    condition: 'the code is wrong or its challenge is unknown',
    path: ['code'],
  },
  TOTP_EXPIRED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The code has expired.',
    portuguese: 'O código expirou.',
    condition: 'the code is more than five minutes old',
    path: ['hash'],
  },
  TOO_MANY_TOTP_CHALLENGES: {
    origin: 'GATEWAY',
    status: 429,
    message: 'Too many codes: at most <limit>, wait <retryAfterSeconds> s.',
    portuguese: 'Códigos demais: no máximo <limit>, aguarde <retryAfterSeconds> s.',
    condition: 'the limit of open codes, or of codes in 24 hours, is reached for a key or a document',
    path: ['documentNumber'],
    retryable: true,
  },
  TOO_MANY_TOTP_TRIES: {
    origin: 'GATEWAY',
    status: 429,
    message: 'Wrong code: wait <retryAfterSeconds> s before the next try.',
    portuguese: 'Código errado: aguarde <retryAfterSeconds> s antes de tentar de novo.',
    condition: 'a code follows a wrong one too soon; it is not checked and does not count as a try',
    path: ['hash'],
    retryable: true,
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(totpRefusals);

/** The same for a wrong code and an unknown challenge, so that it does not reveal which challenges exist. */
export function invalidTotpCode() {
  return refuse('INVALID_TOTP_CODE', {});
}

export function totpExpired() {
  return refuse('TOTP_EXPIRED', {});
}

/** A limit of challenges that is reached: its maximum, and the seconds until another challenge is possible. */
interface ReachedLimit {
  readonly reached: TotpLimit;
  readonly limit: number;
  readonly retryAfterSeconds: number;
}

export function tooManyTotpChallenges(reached: ReachedLimit) {
  const [limit, retryAfterSeconds] = [String(reached.limit), String(reached.retryAfterSeconds)];
  return refuse('TOO_MANY_TOTP_CHALLENGES', reached, { limit, retryAfterSeconds });
}

export function tooManyTotpTries(retryAfterSeconds: number) {
  return refuse('TOO_MANY_TOTP_TRIES', { retryAfterSeconds }, { retryAfterSeconds: String(retryAfterSeconds) });
}

/** All errors that createTotp can return. */
export type CreateTotpRefusal = InvalidInput | ReturnType<typeof tooManyTotpChallenges>;

/** All errors that validateTotp can return. */
export type ValidateTotpRefusal =
  InvalidInput | ReturnType<typeof invalidTotpCode | typeof totpExpired | typeof tooManyTotpTries>;
