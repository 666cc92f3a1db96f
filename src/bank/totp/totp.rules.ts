import { tooManyTotpChallenges, tooManyTotpTries } from './totp.errors.ts';
import { TotpLimit } from './totp-limit.enum.ts';

/** Limits of one-time codes. */
export interface TotpLimits {
  /** Maximum number of open challenges of one key, and of one document. */
  readonly openMax: number;
  /** Challenges of one key, and of one document, in 24 hours. */
  readonly dailyMax: number;
  /** Wait after the first wrong code of a challenge, in seconds; it doubles with each. */
  readonly waitSeconds: number;
}

/** How long a challenge is counted, in milliseconds. */
export const COUNTED_MS = 86_400_000;

/** What the limits depend on. */
interface Counted {
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly endedAt?: Date | null | undefined;
}

/** Challenges of a key and of a document that are counted, newest first. */
export interface CountedChallenges {
  readonly ofKey: readonly Counted[];
  readonly ofDocument: readonly Counted[];
}

/**
 * Refuses another challenge while a limit is reached; if several are, with the one that lasts longest. Room is made
 * when the oldest challenge of those that fill the limit expires or is no longer counted.
 */
export function refuseChallenge(
  { ofKey, ofDocument }: CountedChallenges,
  { openMax, dailyMax }: TotpLimits,
  now: Date,
) {
  const open = ({ endedAt = null, expiresAt }: Counted) => endedAt === null && expiresAt > now;
  const openFrom = (challenges: readonly Counted[]) => challenges.filter(open)[openMax - 1]?.expiresAt;
  const dailyFrom = (challenges: readonly Counted[]) => {
    const last = challenges[dailyMax - 1];
    return last && new Date(last.createdAt.getTime() + COUNTED_MS);
  };
  const limits = [
    { reached: TotpLimit.OPEN_OF_KEY, limit: openMax, from: openFrom(ofKey) },
    { reached: TotpLimit.OPEN_OF_DOCUMENT, limit: openMax, from: openFrom(ofDocument) },
    { reached: TotpLimit.DAILY_OF_KEY, limit: dailyMax, from: dailyFrom(ofKey) },
    { reached: TotpLimit.DAILY_OF_DOCUMENT, limit: dailyMax, from: dailyFrom(ofDocument) },
  ];
  const [longest] = limits
    .flatMap(({ from, ...reported }) => (from ? [{ ...reported, retryAfterSeconds: secondsUntil(from, now) }] : []))
    .toSorted((one, other) => other.retryAfterSeconds - one.retryAfterSeconds);
  return longest && tooManyTotpChallenges(longest);
}

/** Refuses an attempt that follows a wrong one too soon; it is not counted, and its code is not checked. */
export function refuseTry(
  { wrongCodes, lastWrongAt = null }: { readonly wrongCodes: number; readonly lastWrongAt?: Date | null | undefined },
  { waitSeconds }: TotpLimits,
  now: Date,
) {
  if (lastWrongAt === null) return undefined;
  // If the clock was set back, the wait does not get longer.
  const elapsedSeconds = Math.max(0, (now.getTime() - lastWrongAt.getTime()) / 1_000);
  const leftSeconds = waitSeconds * 2 ** (wrongCodes - 1) - elapsedSeconds;
  return leftSeconds > 0 ? tooManyTotpTries(Math.ceil(leftSeconds)) : undefined;
}

function secondsUntil(from: Date, now: Date): number {
  return Math.max(1, Math.ceil((from.getTime() - now.getTime()) / 1_000));
}
