import { describe, expect, test } from 'vitest';
import { FakeClock } from '../../lib/fake-clock.ts';
import { Deadlines } from './deadlines.ts';

function setUp(over: Partial<ConstructorParameters<typeof Deadlines>[1]> = {}) {
  const clock = new FakeClock();
  const happened: string[] = [];
  let busy = false;
  const start = clock.now();
  const note = (what: string) => happened.push(`${(clock.now() - start) / 1000} ${what}`);
  const deadlines = new Deadlines(
    clock,
    {
      maxSeconds: 600,
      joinTimeoutMs: 60_000,
      reconnectGraceMs: 30_000,
      idleTimeoutMs: 120_000,
      wrapUpMs: 30_000,
      finishSentenceMs: 5000,
      ...over,
    },
    {
      onNeverJoined: () => note('never joined'),
      onGone: (leftAt) => note(`gone since ${(leftAt - clock.wall()) / 1000}`),
      onWrapUp: (secondsLeft) => note(`wrap up ${secondsLeft}`),
      onTimeUp: () => note('time up'),
      onIdle: () => note('idle'),
      isBusy: () => busy,
    },
  );
  return { clock, deadlines, happened, setBusy: (value: boolean) => (busy = value) };
}

describe('Deadlines', () => {
  test('nobody joins', async () => {
    const { clock, deadlines, happened } = setUp();
    deadlines.opened();
    await clock.advance(700_000);
    expect(happened).toEqual(['60 never joined']);
  });

  test('the time counts from the join', async () => {
    const { clock, deadlines, happened } = setUp({ idleTimeoutMs: 1e9 });
    deadlines.opened();
    await clock.advance(50_000);
    deadlines.joined();
    await clock.advance(700_000);
    expect(happened).toEqual(['620 wrap up 30', '650 time up']);
  });

  test('a short conversation is not warned from its first moment on', async () => {
    const { clock, deadlines, happened } = setUp({ maxSeconds: 20 });
    deadlines.joined();
    await clock.advance(30_000);
    expect(happened).toEqual(['15 wrap up 5', '20 time up']);
  });

  test('idle counts from the last activity, and not while somebody speaks', async () => {
    const { clock, deadlines, happened, setBusy } = setUp();
    deadlines.joined();
    await clock.advance(100_000);
    deadlines.activity();
    setBusy(true);
    await clock.advance(130_000);
    expect(happened).toEqual([]);
    setBusy(false);
    await clock.advance(120_000);
    expect(happened).toEqual(['340 idle']);
  });

  test('nothing is idle before anybody came', async () => {
    const { clock, deadlines, happened } = setUp({ joinTimeoutMs: 1e9 });
    deadlines.opened();
    deadlines.activity();
    await clock.advance(500_000);
    expect(happened).toEqual([]);
  });

  test('somebody lost has the grace to come back, again and again', async () => {
    const { clock, deadlines, happened } = setUp({ idleTimeoutMs: 1e9 });
    deadlines.joined();
    for (let n = 0; n < 3; n++) {
      deadlines.lost(false);
      await clock.advance(29_000);
      deadlines.back();
      await clock.advance(10_000);
    }
    expect(happened).toEqual([]);
    deadlines.lost(false);
    await clock.advance(31_000);
    expect(happened).toEqual(['147 gone since -30']);
  });

  test('somebody who hung up has the time of a page reload', async () => {
    const { clock, deadlines, happened } = setUp();
    deadlines.joined();
    deadlines.lost(true);
    await clock.advance(31_000);
    expect(happened).toEqual(['5 gone since -5']);
  });

  test('nothing happens after the close', async () => {
    const { clock, deadlines, happened } = setUp();
    deadlines.joined();
    deadlines.lost(false);
    deadlines.close();
    await clock.advance(1_000_000);
    expect(happened).toEqual([]);
    expect(clock.pending).toBe(0);
  });
});
