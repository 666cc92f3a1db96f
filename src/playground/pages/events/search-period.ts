/** How far back deliveries are read, in days: a little less than a search allows. */
const DAYS_BACK = 178;
const DAY_MS = 86_400_000;

/** Returns the longest period that can be searched; it ends tomorrow, as days are those of UTC. */
export function searchPeriod(daysBack = DAYS_BACK): { readonly startDate: string; readonly endDate: string } {
  const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);
  return { startDate: day(-daysBack), endDate: day(1) };
}
