import { pageEnvelope, readPageQuery } from '@visavis/server/dist/api/page.js';
import { DomainError } from '@visavis/server/dist/domain/errors.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'cursors of lists, as the text that they stand for; text that is none is a cursor as it is',
  covers: ['/api/page.js'],
  seeds: `2026-05-04T03:02:01.000001Z conv_1
    2024-02-29T23:59:59.999999Z x
    MjAyNi0wNS0wNA
    0001-01-01T00:00:00.000000Z 1`,
  tokens: '-02-30 -04-31 T24: :60 0000- .000000Z 2025-02-29',
  declares: [DomainError],
  read(input) {
    const text = input.toString();
    const cursor = text.includes('Z ') ? Buffer.from(text).toString('base64url') : text;
    const { after, skip, take } = readPageQuery({ cursor });
    // PostgreSQL throws an error for a day or an hour that does not exist.
    const milliseconds = after!.at.slice(0, 23);
    if (new Date(`${milliseconds}Z`).toISOString().slice(0, 23) !== milliseconds)
      throw new RangeError(`${after!.at} is no time`);
    return pageEnvelope({ skip, take, total: 1, rows: [], next: after! });
  },
};
