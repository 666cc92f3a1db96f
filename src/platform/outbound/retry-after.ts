/** Longest wait that another server can request, in seconds (ours). */
const RETRY_AFTER_SECONDS_MAX = 3_600;

/**
 * Returns the wait that a Retry-After header requests, a number of seconds or an HTTP date, in seconds from `at`;
 * undefined if the header is missing or invalid.
 */
export function retryAfterSeconds(header: string | undefined, at: Date): number | undefined {
  const text = header?.trim() ?? '';
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - at.getTime()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 0), RETRY_AFTER_SECONDS_MAX);
}
