import { describe, expect, test, vi } from 'vitest';
import type { Face } from '../../faces/face.ts';
import { type Logger, silentLogger } from '../../lib/logger.ts';
import type { ConversationDeps } from '../conversation-deps.ts';
import { joined, TestStage, testPlan } from '../testing/stage.ts';
import { TestPatternFace } from '../testing/test-pattern-face.ts';

const SECOND = 1000;

describe('a face that fails', () => {
  for (const how of ['fail', 'hang'] as const) {
    test(`(${how}) leaves its last picture, is noted in the record only, and opened again`, async () => {
      const stage = await joined();
      await stage.clock.advance(500);
      stage.faces[0]![how]();
      const before = stage.tracks.pictures.length;
      await stage.clock.advance(3 * SECOND);
      // The frame rate drops below 25 once nothing is said.
      expect(stage.tracks.pictures.length - before).toBeGreaterThanOrEqual(37);
      expect(stage.timeline('warning')).toHaveLength(1);
      expect(stage.room.events.filter((event) => event.type === 'warning')).toEqual([]);
      expect(stage.faces).toHaveLength(2);
      expect(stage.faces[1]!.requests.length).toBeGreaterThan(3);
      expect(stage.finished).toBe(false);
    });
  }

  test('again and again is reported in the room once it is not opened any more', async () => {
    const stage = await joined();
    const warnings = () => stage.room.events.filter((event) => event.type === 'warning');
    for (let opened = 1; opened <= 4; opened++) {
      await stage.clock.advance(1 * SECOND);
      expect([stage.faces.length, warnings()]).toEqual([opened, []]);
      stage.faces.at(-1)!.fail();
      await stage.clock.advance(15 * SECOND);
    }
    expect(stage.faces).toHaveLength(4);
    expect(warnings()).toEqual([expect.objectContaining({ code: 'fallback' })]);
    expect(stage.timeline('warning')).toHaveLength(1);
  });

  test('that is still being opened when the conversation ends is cancelled', async () => {
    const signals: AbortSignal[] = [];
    const openFace: ConversationDeps['openFace'] = (_plan, _scale, _onStill, signal) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const stage = await joined({ deps: { openFace } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    stage.ending.end('stopped');
    await stage.clock.advance(20 * SECOND);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(stage.timeline('warning')).toEqual([]);
  });

  test('that is not open in time is reported in the record, the log and the room, and is shown when it is ready', async () => {
    const warn = vi.fn<Logger['warn']>();
    let open: (face: Face) => void = () => undefined;
    const openFace = () =>
      new Promise<Face>((resolve) => {
        open = resolve;
      });
    const stage = await joined({ deps: { openFace, log: { ...silentLogger, warn } } });
    await stage.clock.advance(20 * SECOND);
    const told = ['The face is not ready yet; a still picture is shown instead.'];
    const inRoom = () =>
      stage.room.events.flatMap((event) => (event.type === 'warning' ? event.message : []));
    expect([stage.timeline('warning'), inRoom()]).toEqual([told, told]);
    expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual({ event: 'face.slow' });
    const face = new TestPatternFace({ ...testPlan().video, seed: 1 });
    open(face);
    await stage.clock.advance(1 * SECOND);
    expect(face.requests.length).toBeGreaterThan(3);
    expect([stage.timeline('warning'), inRoom()]).toEqual([told, told]);
    expect(stage.finished).toBe(false);
  });

  test('whose opening hangs is cancelled and opened again', async () => {
    const warn = vi.fn<Logger['warn']>();
    const signals: AbortSignal[] = [];
    const openFace: ConversationDeps['openFace'] = (_plan, _scale, _onStill, signal) => {
      signals.push(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    const stage = await joined({ deps: { openFace, log: { ...silentLogger, warn } } });
    await stage.clock.advance(125 * SECOND);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
    expect(warn.mock.calls.map(([fields]) => fields)).toContainEqual({
      event: 'face.failed',
      step: 'open the face',
      err: new Error('the face was not ready after 120000 ms'),
    });
    expect(stage.finished).toBe(false);
  });

  test('is reported to a participant who joins after it has failed', async () => {
    const stage = new TestStage({ deps: { openFace: () => Promise.reject(new Error('no renderer')) } });
    await stage.clock.advance(10 * SECOND);
    stage.room.events.splice(0);
    stage.room.join('user');
    await stage.clock.advance(1 * SECOND);
    expect(stage.room.events).toContainEqual(expect.objectContaining({ type: 'warning', code: 'fallback' }));
    expect(stage.timeline('warning')).toHaveLength(1);
  });

  test('that never opens leaves a voice with a black picture', async () => {
    const stage = await joined({ deps: { openFace: () => Promise.reject(new Error('no renderer')) } });
    await stage.clock.advance(20 * SECOND);
    expect(stage.timeline('warning')).toHaveLength(1);
    expect(
      stage.tracks.pictures
        .at(-1)!
        .i420.subarray(0, 64 * 64)
        .every((luma) => luma === 16),
    ).toBe(true);
    expect(stage.transcript()).toEqual(['character: Hello, good to see you.']);
    expect(stage.finished).toBe(false);
  });
});
