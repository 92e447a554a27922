import { expect, test } from 'vitest';
import type { Organization } from './organization.ts';
import { createStoredBytes } from './stored-bytes.ts';

const MAX_AT_ONCE = 16;

test('stored bytes are counted only for those with a place, and a refused request keeps none', async () => {
  let counted = 0;
  let used = 0;
  const storedBytes = createStoredBytes({
    organizations: { get: async () => ({ storedBytes: 1_000 }) as Organization },
    store: {
      async storedBytes() {
        counted += 1;
        return used;
      },
    },
  });
  const reserve = () => storedBytes.reserve('org', { maxBytes: 10, minBytes: 1 });
  const answers = await Promise.allSettled(Array.from({ length: 100 }, reserve));
  const rooms = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []));
  expect(rooms).toHaveLength(MAX_AT_ONCE);
  expect(counted).toBe(MAX_AT_ONCE);
  await expect(reserve()).rejects.toMatchObject({ code: 'capacity' });
  for (const room of rooms) room.release();
  used = 1_000;
  for (let count = 0; count <= MAX_AT_ONCE; count++)
    await expect(reserve()).rejects.toMatchObject({ code: 'quota_exceeded' });
  used = 985;
  const [one, other] = await Promise.all([reserve(), reserve()]);
  expect([one!.bytes, other!.bytes]).toEqual([10, 5]);
});
