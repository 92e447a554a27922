import { fill, formatNumber, locale, texts } from '../texts/texts.ts';

const { units, common } = texts;
const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' });
const utcDay = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat(locale, { timeStyle: 'medium' });

export const formatDateTime = (iso: string | undefined) =>
  iso ? dateTime.format(new Date(iso)) : common.empty;
export const formatDate = (iso: string) => date.format(new Date(iso));
/** Formats a day of the API, such as `2026-11-28`, which is in UTC. */
export const formatDay = (day: string) => utcDay.format(new Date(day));
export const formatTime = (iso: string) => time.format(new Date(iso));
export const formatTimeRange = (from: string, to: string) => time.formatRange(new Date(from), new Date(to));

/** Formats a timestamp in local time, as `<input type="datetime-local">` expects it. */
export function toDateTimeLocal(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Formats a duration in its two largest units, without those that are zero. */
export function formatSeconds(seconds: number): string {
  const whole = Math.round(seconds);
  const hours = Math.floor(whole / 3_600);
  const minutes = Math.floor(whole / 60) % 60;
  const rest = whole % 60;
  const parts = [
    hours > 0 && fill(units.hours, { hours }),
    minutes > 0 && fill(units.minutes, { minutes }),
    hours === 0 && rest > 0 && fill(units.seconds, { seconds: rest }),
  ].filter(Boolean);
  return parts.join(' ') || fill(units.seconds, { seconds: 0 });
}

const tenths = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** Formats a duration of a few seconds or less: `640 ms`, `4.7 s`. */
export const formatMilliseconds = (ms: number) =>
  Math.round(ms) < 1_000
    ? fill(units.milliseconds, { ms: Math.round(ms) })
    : fill(units.seconds, { seconds: tenths.format(ms / 1_000) });

export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${formatNumber(bytes)} B`;
  const power = Math.min(3, Math.floor(Math.log2(bytes) / 10));
  return `${tenths.format(bytes / 1024 ** power)} ${['KiB', 'MiB', 'GiB'][power - 1]}`;
}

/** Returns the words for a code of the API; without any, the code with spaces instead of underscores. */
export const nameOf = (names: Partial<Record<string, string>>, code: string): string =>
  names[code] ?? code.replaceAll('_', ' ');
