import { expect, test } from 'vitest';
import { PNG, useApi } from '../support/api-harness.ts';
import { expectProblem } from '../support/expect-problem.ts';

const ends: (() => void)[] = [];
let begun: () => void = () => undefined;

/** Thumbnails are completed only when the test calls an entry of `ends`. */
const api = useApi({
  wrapPorts: (ports) => ({
    ...ports,
    faceStills: {
      ...ports.faceStills,
      still: async () => {
        await new Promise<void>((resolve) => {
          ends.push(resolve);
          begun();
        });
        return { bytes: Buffer.from('a thumbnail'), contentType: 'image/png' };
      },
    },
  }),
});

const whenBegun = (count: number) =>
  new Promise<void>((resolve) => {
    begun = () => ends.length >= count && resolve();
    begun();
  });
const upload = (key?: string) =>
  api.call('POST', '/v3/faces', { ...(key && { key }), body: { refImage: PNG } });

test('one picture of an organization is examined at a time, a few wait, and other organizations do not wait for them', async () => {
  const other = await api.createOrganization();
  const answers = Array.from({ length: 12 }, () => upload());
  // One picture is in progress and eight wait, so the first response is a refusal.
  const refused = await Promise.race(answers);
  expectProblem(refused, 503);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  const others = upload(other.key);
  await whenBegun(2);
  expect(ends).toHaveLength(2);
  const [own, theirs] = ends.splice(0);
  theirs!();
  expect((await others).status).toBe(201);
  for (let end: (() => void) | undefined = own; end; [end] = ends.splice(0)) {
    end();
    await Promise.race([whenBegun(1), Promise.all(answers)]);
  }
  const statuses = (await Promise.all(answers)).map(({ status }) => status).toSorted((a, b) => a - b);
  expect(statuses).toEqual([...Array(9).fill(201), ...Array(3).fill(503)]);
});
