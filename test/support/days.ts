const DAY_MS = 86_400_000;

/** Returns yesterday to tomorrow as the period of a search, so that midnight and a clock that is set break no test. */
export function lastDays(now = Date.now()): { startDate: string; endDate: string } {
  const day = (offset: number) => new Date(now + offset * DAY_MS).toISOString().slice(0, 10);
  return { startDate: day(-1), endDate: day(1) };
}
