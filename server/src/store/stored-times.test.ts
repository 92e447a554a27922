import fc from 'fast-check';
import pg from 'pg';
import { expect, test } from 'vitest';
import { microsecondsOf, parseTime } from './stored-times.ts';

const asTheDriver = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date;

test('reads what the driver reads, and the microseconds as well', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      fc.integer({ min: 0, max: 999 }),
      fc.constantFrom('+00', '+02', '-07', '+05:30'),
      (at, microseconds, zone) => {
        const decimals = String(at.getUTCMilliseconds() * 1000 + microseconds).padStart(6, '0');
        const text = `${at.toISOString().slice(0, 19).replace('T', ' ')}.${decimals}`.replace(
          /(\.000000|(?<=\.\d+)0+)$/,
          '',
        );
        const read = parseTime(`${text}${zone}`);
        expect(read).toEqual(asTheDriver(`${text}${zone}`));
        expect(microsecondsOf(read)).toBe(microseconds);
      },
    ),
    { seed: 9 },
  );
});
