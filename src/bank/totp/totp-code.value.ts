import { generateSync, verifySync } from 'otplib';

/** How long a code is valid, in seconds (ours); also the period of the TOTP. */
export const CODE_LIFETIME_SECONDS = 300;
const CODE_DIGITS = 6;
const CODE_SHAPE = /^[0-9]{6}$/;

/** Each challenge has its own secret, and its own period, which begins when the challenge is created. */
const ALGORITHM = { digits: CODE_DIGITS, period: CODE_LIFETIME_SECONDS } as const;

/** Returns the code of a new challenge: a string of six digits, since leading zeros matter. */
export function codeOf(secret: Uint8Array): string {
  return generateSync({ ...ALGORITHM, secret, epoch: 0 });
}

/** Checks, in constant time, whether `code` is that of the challenge, `elapsedSeconds` after its creation. */
export function isCode(code: string, secret: Uint8Array, elapsedSeconds: number): boolean {
  // The library throws if the shape is wrong. A clock that was set back is not a reason to refuse.
  if (!CODE_SHAPE.test(code)) return false;
  return verifySync({ ...ALGORITHM, secret, token: code, epoch: Math.max(0, elapsedSeconds) }).valid;
}
