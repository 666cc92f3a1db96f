const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** A name of the time zone database, not an offset such as `+03:00`. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Hours and days of a place; undefined for a name that the time zone database does not have. */
export function timeZone(name: string): TimeZone | undefined {
  if (!NAME.test(name)) return undefined;
  try {
    return new TimeZone(name);
  } catch {
    return undefined;
  }
}

/** A zone of the time zone database. */
class TimeZone {
  private readonly format: Intl.DateTimeFormat;

  /** @throws RangeError if there is no such zone */
  constructor(name: string) {
    this.format = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' });
  }

  /** Returns the starts of the hours that a period touches, and its last hour's end. Hours are by the clock of the zone. */
  hours(start: Date, end: Date): readonly Date[] {
    const local = start.getTime() + this.offsetMs(start.getTime());
    const first = start.getTime() - (((local % HOUR_MS) + HOUR_MS) % HOUR_MS);
    const count = Math.ceil((end.getTime() - first) / HOUR_MS);
    return Array.from({ length: count + 1 }, (_, nth) => new Date(first + nth * HOUR_MS));
  }

  /** Returns the starts of the days that a period touches, and its last day's end: a day has 23 to 25 hours. */
  days(start: Date, end: Date): readonly Date[] {
    const first = this.localDay(start.getTime());
    const last = this.localDay(end.getTime() - 1);
    const starts = Array.from({ length: last - first + 2 }, (_, nth) => this.dayStart(first + nth));
    // A zone that changes its side of the date line has no such day.
    return [...new Set(starts)].map((instant) => new Date(instant));
  }

  private localDay(instant: number): number {
    return Math.floor((instant + this.offsetMs(instant)) / DAY_MS);
  }

  /** Returns the first instant of a day, counted from 1970: where the clock skips midnight, that of the change. */
  private dayStart(day: number): number {
    const midnight = day * DAY_MS;
    const before = this.offsetMs(midnight - DAY_MS);
    const offsets = [before, this.offsetMs(midnight + DAY_MS)].filter(
      (offset) => this.offsetMs(midnight - offset) === offset,
    );
    return midnight - (offsets.length === 0 ? before : Math.max(...offsets));
  }

  /** Returns how far the clock of the zone is ahead of UTC, in milliseconds. */
  private offsetMs(instant: number): number {
    const text = this.format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value ?? '';
    const [, sign, hours = 0, minutes = 0] = /^GMT([+-])(\d\d):(\d\d)/.exec(text) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS);
  }
}

export type { TimeZone };
