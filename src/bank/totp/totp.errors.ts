import { refuserOf, type InvalidInput, type RefusalTable } from '../../kernel/domain-error.ts';
import type { TotpLimit } from './totp-limit.enum.ts';

/** What challenges refuse. */
export const totpRefusals = {
  INVALID_TOTP_CODE: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The code is not valid.',
    condition: 'the code is wrong or its challenge is unknown',
  },
  TOTP_EXPIRED: {
    origin: 'GATEWAY',
    status: 422,
    message: 'The code has expired.',
    condition: 'the code is more than five minutes old',
  },
  TOO_MANY_TOTP_CHALLENGES: {
    origin: 'GATEWAY',
    status: 429,
    message: 'Too many codes: at most <limit>, wait <retryAfterSeconds> s.',
    condition: 'the limit of open codes, or of codes in 24 hours, is reached for a key or a document',
  },
  TOO_MANY_TOTP_TRIES: {
    origin: 'GATEWAY',
    status: 429,
    message: 'Wrong code: wait <retryAfterSeconds> s before the next try.',
    condition: 'a code follows a wrong one too soon; it is not checked and does not count as a try',
  },
} as const satisfies RefusalTable;

const refuse = refuserOf(totpRefusals);

/** The same for a wrong code and an unknown challenge, so that nobody learns which challenges there are. */
export function invalidTotpCode() {
  return refuse('INVALID_TOTP_CODE', {});
}

export function totpExpired() {
  return refuse('TOTP_EXPIRED', {});
}

/** A limit of challenges that is reached: how many it allows, and in how many seconds there is room again. */
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

/** Everything that createTotp may answer instead of a challenge. */
export type CreateTotpRefusal = InvalidInput | ReturnType<typeof tooManyTotpChallenges>;

/** Everything that validateTotp may answer instead of a hash. */
export type ValidateTotpRefusal =
  InvalidInput | ReturnType<typeof invalidTotpCode | typeof totpExpired | typeof tooManyTotpTries>;
