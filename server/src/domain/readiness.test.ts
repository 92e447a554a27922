import { expect, test } from 'vitest';
import { type Probe, Readiness } from './readiness.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms);

test('it is ready while each part answers; a part that fails is named with its reason', async () => {
  let now = 0;
  let trouble: string | undefined;
  const probes: Probe[] = [
    { name: 'store', check: async () => undefined },
    { name: 'rooms', check: async () => trouble },
    {
      name: 'files',
      check: async () => {
        if (trouble) throw new Error('/srv/secret/path is gone');
        return undefined;
      },
    },
  ];
  const readiness = new Readiness(probes, () => at(now));
  expect(await readiness.read()).toMatchObject({ status: 'ready' });
  trouble = 'nobody is home';
  now = 1_000;
  expect(await readiness.read()).toEqual({
    status: 'failing',
    parts: [
      { name: 'store', status: 'ok' },
      { name: 'rooms', status: 'failed', reason: 'nobody is home' },
      { name: 'files', status: 'failed', reason: 'it does not answer' },
    ],
  });
  trouble = undefined;
  readiness.stop();
  now = 2_000;
  expect((await readiness.read()).status).toBe('stopping');
});

test('the parts are checked at most once a second, also after a jump of the clock', async () => {
  let now = 0;
  let asked = 0;
  const check = async () => {
    asked++;
    return undefined;
  };
  const readiness = new Readiness([{ name: 'store', check }], () => at(now));
  await Promise.all(Array.from({ length: 50 }, () => readiness.read()));
  expect(asked).toBe(1);
  now = -3_600_000;
  await readiness.read();
  expect(asked).toBe(2);
});

test('a slow part does not delay the answer while its last result is recent, and fails it when that is old', async () => {
  let now = 0;
  let isSlow = false;
  const check = () => (isSlow ? new Promise<undefined>(() => undefined) : Promise.resolve(undefined));
  const readiness = new Readiness([{ name: 'store', check }], () => at(now));
  await readiness.read();
  isSlow = true;
  now = 2_900;
  expect(await readiness.read()).toEqual({ status: 'ready', parts: [{ name: 'store', status: 'ok' }] });
  now = 4_000;
  expect(await readiness.read()).toMatchObject({ status: 'failing', parts: [{ name: 'store' }] });
});
