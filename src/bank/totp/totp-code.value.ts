import { generateSync, verifySync } from 'otplib';

/** How long a code can be used, in seconds (ours). It is the period of the TOTP too. */
export const CODE_LIFETIME_SECONDS = 300;
const CODE_DIGITS = 6;
const CODE_SHAPE = /^[0-9]{6}$/;

/** Each challenge has a secret and a time of its own: its period begins when it is made. */
const ALGORITHM = { digits: CODE_DIGITS, period: CODE_LIFETIME_SECONDS } as const;

/** The code of a new challenge: a text of six digits, since zeros at its front count. */
export function codeOf(secret: Uint8Array): string {
  return generateSync({ ...ALGORITHM, secret, epoch: 0 });
}

/** Whether `code` is the challenge's, `elapsedSeconds` after it was made; compared in constant time. */
export function isCode(code: string, secret: Uint8Array, elapsedSeconds: number): boolean {
  // The library throws at what is not a code at all. A clock that was set back is not a reason to refuse.
  if (!CODE_SHAPE.test(code)) return false;
  return verifySync({ ...ALGORITHM, secret, token: code, epoch: Math.max(0, elapsedSeconds) }).valid;
}
