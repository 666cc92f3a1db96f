import { refuse, type InvalidInput } from '../kernel/domain-error.ts';

/** The same for a wrong code and an unknown challenge, so that nobody learns which challenges there are. */
export function invalidTotpCode() {
  return refuse('INVALID_TOTP_CODE', {});
}

export function totpExpired() {
  return refuse('TOTP_EXPIRED', {});
}

/** Everything that validateTotp may answer instead of a hash. */
export type ValidateTotpRefusal = InvalidInput | ReturnType<typeof invalidTotpCode | typeof totpExpired>;
