import { expect, test } from 'vitest';
import { Readiness } from './readiness.ts';

const at = (ms: number) => new Date(1_700_000_000_000 + ms);

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

test('a slow part does not delay the answer while its last result is recent; an old result fails it', async () => {
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
