/** Formats `00:00:01.2345670` as `1.23 s`. */
export function shortDuration(duration: string | null): string {
  if (duration === null) return '–';
  const [hours = 0, minutes = 0, seconds = 0] = duration.split(':').map(Number);
  const ms = ((hours * 60 + minutes) * 60 + seconds) * 1_000;
  if (ms < 1_000) return `${ms < 10 ? ms.toFixed(1) : ms.toFixed(0)} ms`;
  return ms < 60_000 ? `${(ms / 1_000).toFixed(2)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Formats `PIX_CASH_IN_WAS_CLEARED` as `Pix cash-in was cleared`. */
export function eventTitle(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll('_', ' ')
    .replace('cash in', 'cash-in')
    .replace(/^ted\b/, 'TED');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const DAY = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** Formats an instant: today's as a time, any other as a date. */
export function shortInstant(instant: string): string {
  const at = new Date(instant);
  return at.toDateString() === new Date().toDateString() ? CLOCK.format(at) : DAY.format(at);
}

export function fullInstant(instant: string): string {
  return FULL.format(new Date(instant));
}

/** Formats how long it is until an instant, such as `in 5 min`. */
export function untilInstant(instant: string): string {
  const seconds = Math.round((new Date(instant).getTime() - Date.now()) / 1_000);
  if (seconds <= 0) return 'now';
  if (seconds < 90) return `in ${seconds} s`;
  if (seconds < 5_400) return `in ${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `in ${Math.round(seconds / 3_600)} h` : `on ${DAY.format(new Date(instant))}`;
}
