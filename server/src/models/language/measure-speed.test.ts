import { expect, it } from 'vitest';
import { firstClauseMs, isFastEnough, measureLanguage } from './measure-speed.ts';

it('counts the tokens of two answers', async () => {
  const speed = await measureLanguage({
    async *answer() {
      for (const word of ['You ', 'can ', 'see ', 'it.']) yield word;
    },
  });
  expect(speed.tokensPerSecond).toBeGreaterThan(0);
  expect(isFastEnough({ coldMs: 900, keptMs: 200, tokensPerSecond: 10 })).toBe(true);
  expect(firstClauseMs({ coldMs: 900, keptMs: 200, tokensPerSecond: 10 })).toBe(1000);
});

it('ends in time with a model that says nothing, which is too slow', async () => {
  const speed = await measureLanguage(
    {
      async *answer(_request, signal) {
        while (!signal.aborted) {
          yield '';
          await new Promise((resolve) => setImmediate(resolve));
        }
        signal.throwIfAborted();
      },
    },
    { maxMs: 20 },
  );
  expect(speed.tokensPerSecond).toBe(0);
  expect(firstClauseMs(speed)).toBeUndefined();
  expect(isFastEnough(speed)).toBe(false);
});

it('ends with the reason of the caller, or of the model', async () => {
  const stopped = new AbortController();
  const asked = measureLanguage(
    {
      async *answer(_request, signal) {
        stopped.abort(new Error('a conversation began'));
        signal.throwIfAborted();
        yield '';
      },
    },
    { signal: stopped.signal },
  );
  await expect(asked).rejects.toThrow('a conversation began');
  const broken = measureLanguage({
    async *answer() {
      yield '';
      throw new Error('something broke');
    },
  });
  await expect(broken).rejects.toThrow('something broke');
});
