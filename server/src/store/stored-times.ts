import pg from 'pg';

/** A time in the store. `Date` has only milliseconds; the microseconds are kept beside it, if there are any. */
type StoredTime = Date & { microseconds?: number };

/** Returns the last three of the six decimals that PostgreSQL stores for a time. */
export const microsecondsOf = (at: Date): number => (at as StoredTime).microseconds ?? 0;

/** `2026-05-04 03:02:01.123456+00`, as sessions in UTC receive it; trailing zeros of the decimals are omitted. */
const MIN_LENGTH = '2026-05-04 03:02:01+00'.length;
const DECIMALS_AT = '2026-05-04 03:02:01.'.length;
const ZERO = 48;

const parseAny = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => StoredTime;

/**
 * Parses a time like the driver's own parser, but several times faster for the times of our rows, and including the
 * microseconds that a `Date` lacks.
 */
export function parseTime(text: string): StoredTime {
  if (text.length < MIN_LENGTH || text[4] !== '-' || text[10] !== ' ' || !text.endsWith('+00'))
    return withMicroseconds(parseAny(text), text);
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  // `Date.UTC` treats years below 100 as those of the last century.
  if (year < 100) return withMicroseconds(parseAny(text), text);
  const seconds = Date.UTC(
    year,
    twoDigits(text, 5) - 1,
    twoDigits(text, 8),
    twoDigits(text, 11),
    twoDigits(text, 14),
    twoDigits(text, 17),
  );
  const decimals = decimalsOf(text, text.length - '+00'.length);
  const at: StoredTime = new Date(seconds + Math.floor(decimals / 1000));
  if (decimals % 1000 > 0) at.microseconds = decimals % 1000;
  return at;
}

const twoDigits = (text: string, at: number) =>
  (text.charCodeAt(at) - ZERO) * 10 + text.charCodeAt(at + 1) - ZERO;

/** Returns the decimals of a second, in microseconds. */
function decimalsOf(text: string, end: number): number {
  let value = 0;
  for (let at = DECIMALS_AT; at < DECIMALS_AT + 6; at++)
    value = value * 10 + (at < end ? text.charCodeAt(at) - ZERO : 0);
  return value;
}

/** Handles sessions in other time zones, and years out of the common range. */
function withMicroseconds(at: StoredTime, text: string): StoredTime {
  const decimals = /\.(\d{1,6})/.exec(text)?.[1]?.padEnd(6, '0');
  // `infinity` is parsed as a number.
  if (decimals && typeof at === 'object') at.microseconds = Number(decimals.slice(3));
  return at;
}

const { TIMESTAMPTZ } = pg.types.builtins;

/** The driver's types, with times parsed by `parseTime`. */
export const storedTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format: 'text' | 'binary') =>
    oid === TIMESTAMPTZ && format === 'text'
      ? parseTime
      : pg.types.getTypeParser(oid, format as 'text')) as pg.CustomTypesConfig['getTypeParser'],
};

/** Returns the day in UTC, as SQL reads it: `2026-05-04`, `10000-01-01`. */
export const dayOf = (at: Date): string => at.toISOString().slice(0, -14).replace(/^\+0*/, '');
