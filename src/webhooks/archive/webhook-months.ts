import type { MonthlyTable } from '../../platform/schema/monthly-partitions.ts';

/** Messages, by the month of capture, which is in their ids. See docs/partner-api.md for how far a search reaches. */
export const MESSAGE_MONTHS: MonthlyTable = { table: 'webhook_message', boundAt: timeOrderedBound, monthsKept: 7 };

/** Attempts are kept for 90 days (ours): three whole months. */
export const ATTEMPT_MONTHS: MonthlyTable = {
  table: 'webhook_attempt',
  boundAt: (instant) => instant.toISOString(),
  monthsKept: 3,
};

/** Returns the smallest UUID of version 7 created at `instant` or later. */
export function timeOrderedBound(instant: Date): string {
  return `${timeOrderedPart(instant)}-0000-0000-000000000000`;
}

/** Returns the first 13 characters of UUIDs of version 7 created at `instant`: its milliseconds since 1970. */
export function timeOrderedPart(instant: Date): string {
  const time = instant.getTime().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}`;
}

/** Returns the instant at which a UUID of version 7 was created. */
export function instantIn(id: string): Date {
  return new Date(parseInt(id.slice(0, 8) + id.slice(9, 13), 16));
}
