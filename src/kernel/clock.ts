/**
 * The clock of all rules. Injected, so that a test can set any instant.
 *
 * Wall clock: for windows, ages and tokens. Timeouts use the runtime's monotonic timers instead.
 */
export interface Clock {
  now(): Date;
}

/** The time of this machine when the process started and what has passed since: no change of a clock affects it. */
export function steadyTime(): Date {
  return new Date(performance.timeOrigin + performance.now());
}

/** The time zone of customers' birthdays: that of the bank's seat. */
const BANK_TIME_ZONE = 'America/Sao_Paulo';

const bankCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: BANK_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const MS_PER_MINUTE = 60_000;
/** Caches the date of the last requested minute: a civil day begins with a minute. */
const known = { minute: NaN, date: '' };

/** Returns the civil date in São Paulo at `instant`, `YYYY-MM-DD`, regardless of the server's time zone. */
export function bankDate(instant: Date): string {
  const minute = Math.floor(instant.getTime() / MS_PER_MINUTE);
  if (minute !== known.minute) Object.assign(known, { minute, date: bankCalendar.format(instant) });
  return known.date;
}
