import { tooManyTotpChallenges, tooManyTotpTries } from './totp.errors.ts';
import { TotpLimit } from './totp-limit.enum.ts';

/** What codes are limited by. */
export interface TotpLimits {
  /** Challenges of one key, and of one document, that may be open at once. */
  readonly openMax: number;
  /** Challenges of one key, and of one document, in 24 hours. */
  readonly dailyMax: number;
  /** Wait after the first wrong code of a challenge, in seconds; it doubles with each. */
  readonly waitSeconds: number;
}

/** When there is room again for another challenge of the key or of the document, by each limit; null: there is now. */
export interface ChallengeRoom {
  readonly openOfKeyFrom: Date | null;
  readonly openOfDocumentFrom: Date | null;
  readonly dailyOfKeyFrom: Date | null;
  readonly dailyOfDocumentFrom: Date | null;
}

/** Refuses another challenge while one of the limits is reached, by the one that lasts longest. */
export function refuseChallenge(room: ChallengeRoom, { openMax, dailyMax }: TotpLimits, now: Date) {
  const limits = [
    { reached: TotpLimit.OPEN_OF_KEY, limit: openMax, from: room.openOfKeyFrom },
    { reached: TotpLimit.OPEN_OF_DOCUMENT, limit: openMax, from: room.openOfDocumentFrom },
    { reached: TotpLimit.DAILY_OF_KEY, limit: dailyMax, from: room.dailyOfKeyFrom },
    { reached: TotpLimit.DAILY_OF_DOCUMENT, limit: dailyMax, from: room.dailyOfDocumentFrom },
  ];
  const [longest] = limits
    .flatMap(({ from, ...told }) => (from === null ? [] : [{ ...told, retryAfterSeconds: secondsUntil(from, now) }]))
    .toSorted((one, other) => other.retryAfterSeconds - one.retryAfterSeconds);
  return longest && tooManyTotpChallenges(longest);
}

/** Refuses a try that comes too soon after a wrong one; it costs no try, and its code is not looked at. */
export function refuseTry(
  { wrongCodes, lastWrongAt }: { readonly wrongCodes: number; readonly lastWrongAt: Date | null },
  { waitSeconds }: TotpLimits,
  now: Date,
) {
  if (lastWrongAt === null) return undefined;
  // A clock that was set back makes no wait longer.
  const elapsedSeconds = Math.max(0, (now.getTime() - lastWrongAt.getTime()) / 1_000);
  const leftSeconds = waitSeconds * 2 ** (wrongCodes - 1) - elapsedSeconds;
  return leftSeconds > 0 ? tooManyTotpTries(Math.ceil(leftSeconds)) : undefined;
}

function secondsUntil(from: Date, now: Date): number {
  return Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1_000));
}
