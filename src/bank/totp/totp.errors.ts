import { refuse, type InvalidInput } from '../../kernel/domain-error.ts';
import type { TotpLimit } from './totp-limit.enum.ts';

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
