/**
 * The one clock that every rule reads. Injected, so that a test can stand at any instant.
 *
 * Wall clock: for windows, ages and tokens. Timeouts use the runtime's monotonic timers instead.
 */
export interface Clock {
  now(): Date;
}

/** Where a customer's birthday begins and ends: the civil time of the bank's seat. */
const BANK_TIME_ZONE = 'America/Sao_Paulo';

const bankCalendar = new Intl.DateTimeFormat('en-CA', {
  timeZone: BANK_TIME_ZONE,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

const MS_PER_MINUTE = 60_000;
/** The date of the minute that was asked for last: civil days begin with a minute. */
const known = { minute: NaN, date: '' };

/** The civil date in São Paulo at `instant`, `YYYY-MM-DD`, whatever the server's own zone. */
export function bankDate(instant: Date): string {
  const minute = Math.floor(instant.getTime() / MS_PER_MINUTE);
  if (minute !== known.minute) Object.assign(known, { minute, date: bankCalendar.format(instant) });
  return known.date;
}
