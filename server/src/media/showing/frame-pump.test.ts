import { describe, expect, test } from 'vitest';
import type { Face, FrameRequest, RenderedFrame } from '../../faces/face.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { FramePump } from './frame-pump.ts';

/** A face whose frames are ready when the test says so. Each frame is filled with its index. */
class SlowFace implements Face {
  readonly caps = { width: 4, height: 4, fps: 25 };
  readonly asked: { request: FrameRequest; answer: (frame: RenderedFrame) => void }[] = [];

  requestFrame(request: FrameRequest): Promise<RenderedFrame> {
    return new Promise((answer) => this.asked.push({ request, answer }));
  }

  ready(n: number): void {
    const { request, answer } = this.asked[n]!;
    answer({ index: request.index, i420: new Uint8Array(24).fill(request.index + 1) });
  }

  async close(): Promise<void> {
    await Promise.resolve();
  }
}

function setUp() {
  const clock = new FakeClock();
  const face = new SlowFace();
  const sent: { at: number; picture: number; ptsMs: number }[] = [];
  const failures: string[] = [];
  const calm = { now: false };
  const unseen = { now: false };
  const pump = new FramePump({
    clock,
    sink: {
      capture: (i420, timestampUs) =>
        sent.push({ at: clock.now(), picture: i420[0]!, ptsMs: Number(timestampUs) / 1000 }),
    },
    width: 4,
    height: 4,
    fps: 25,
    idleFps: 12.5,
    pace: () => (unseen.now ? 'unseen' : calm.now ? 'calm' : 'full'),
    phase: 0,
    appearanceAt: () => ({ state: 'idle', visemes: null, energy: 0 }),
    onFirstFrame: () => undefined,
    onFaceFailed: (error) => failures.push(error.message),
    onFailed: (error) => failures.push(error.message),
  });
  pump.start();
  return { clock, face, sent, failures, pump, calm, unseen };
}

describe('FramePump', () => {
  test('sends a picture every 40 ms, black before there is a face', async () => {
    const { clock, sent } = setUp();
    await clock.advance(1000);
    expect(sent.length).toBe(25);
    expect(new Set(sent.slice(1).map(({ at }, n) => Math.round(at - sent[n]!.at)))).toEqual(new Set([40]));
    expect(sent.every(({ picture }) => picture === 16)).toBe(true);
    expect(sent.every(({ at, ptsMs }) => Math.abs(at - ptsMs) < 0.01)).toBe(true);
  });

  test('sends all pictures of a calm face during a quick movement', async () => {
    const { clock, face, sent, pump, calm } = setUp();
    calm.now = true;
    pump.setFace(face);
    const run = async (pictures: number, isInFastMotion: boolean) => {
      const until = sent.length + pictures;
      while (sent.length < until) {
        for (const { request, answer } of face.asked)
          answer({ index: request.index, i420: new Uint8Array(24), isInFastMotion });
        await clock.advance(5);
      }
      return sent.slice(-pictures + 1).map(({ at }, n) => Math.round(at - sent.at(n - pictures)!.at));
    };
    await run(5, false);
    expect(new Set(await run(10, false))).toEqual(new Set([80]));
    await run(2, true);
    expect(new Set(await run(10, true))).toEqual(new Set([40]));
    await run(2, false);
    expect(new Set(await run(10, false))).toEqual(new Set([80]));
  });

  test('sends all pictures of a calm face while the machine has capacity, and fewer otherwise', async () => {
    const { clock, face, sent, pump, calm } = setUp();
    pump.setFace(face);
    await clock.advance(30);
    face.ready(0);
    await clock.advance(60);
    calm.now = true;
    const sentInASecond = async () => {
      const before = sent.length;
      await clock.advance(1000);
      return sent.length - before;
    };
    pump.setRate(25, false);
    expect(await sentInASecond()).toBe(25);
    pump.setRate(25, true);
    expect(await sentInASecond()).toBeLessThan(14);
  });

  test('starts with the current picture if nobody has watched so far, however long it takes to draw', async () => {
    const { clock, face, sent, pump, unseen } = setUp();
    pump.setFace(face);
    await clock.advance(200);
    unseen.now = true;
    await clock.advance(100);
    for (const n of face.asked.keys()) face.ready(n);
    await clock.advance(5000);
    expect(clock.pending).toBe(0);
    const before = sent.length;
    const asked = face.asked.length;
    unseen.now = false;
    pump.resume();
    await clock.advance(300);
    expect(sent).toHaveLength(before);
    face.ready(asked);
    await clock.advance(100);
    expect(sent[before]!.picture).toBe(asked + 1);
  });

  test('sends a still until there is a face, and never after a newer picture', async () => {
    const { clock, face, sent, pump } = setUp();
    pump.showStill(new Uint8Array(24).fill(77), { width: 4, height: 4 });
    await clock.advance(100);
    expect(sent.map(({ picture }) => picture)).toEqual([77, 77]);
    pump.setFace(face);
    await clock.advance(45);
    face.ready(0);
    await clock.advance(20);
    expect(sent.at(-1)!.picture).toBe(1);
    pump.showStill(new Uint8Array(24).fill(77), { width: 4, height: 4 });
    await clock.advance(40);
    expect(sent.at(-1)!.picture).toBe(1);
  });

  test('repeats the last picture if the next is late, and shows the late one next', async () => {
    const { clock, face, sent, pump } = setUp();
    pump.setFace(face);
    await clock.advance(30);
    face.ready(0);
    await clock.advance(60);
    await clock.advance(5);
    face.ready(1);
    await clock.advance(30);
    expect(sent.map(({ picture }) => picture)).toEqual([1, 1, 2]);
    expect(pump.stats.late).toBe(1);
  });

  test('keeps a face whose answers could not be read while this process was blocked', async () => {
    const { clock, face, sent, failures, pump } = setUp();
    pump.setFace(face);
    await clock.advance(60);
    expect(face.asked.length).toBeGreaterThan(1);
    clock.stall(20_000);
    await clock.advance(100);
    expect(failures).toEqual([]);
    for (const [n] of face.asked.entries()) face.ready(n);
    await clock.advance(100);
    expect(sent.at(-1)!.picture).toBe(2);
    await clock.advance(3000);
    expect(failures).toHaveLength(1);
  });

  test('skips the times that the process missed, and keeps to the schedule', async () => {
    const { clock, sent, pump } = setUp();
    await clock.advance(100);
    const origin = sent[0]!.ptsMs;
    clock.stall(500);
    const awakeAt = clock.now();
    await clock.advance(200);
    expect(pump.stats.skipped).toBeGreaterThanOrEqual(10);
    const inTime = sent.filter(({ at }) => at < awakeAt - 500 || at > awakeAt + 1);
    expect(inTime.length).toBeGreaterThanOrEqual(6);
    for (const { ptsMs } of inTime) expect(((ptsMs - origin) / 40) % 1).toBeCloseTo(0, 5);
  });

  test('never dates a picture more than 5 ms back, however late it is sent', async () => {
    const { clock, sent } = setUp();
    await clock.advance(100);
    for (const heldUpMs of [3, 30, 90, 260]) {
      clock.stall(heldUpMs);
      await clock.advance(200);
    }
    const ages = sent.map(({ at, ptsMs }) => at - ptsMs);
    expect(Math.max(...ages)).toBeCloseTo(5, 5);
    expect(Math.min(...ages)).toBeGreaterThan(-0.001);
    expect(sent.every(({ ptsMs }, n) => n === 0 || ptsMs >= sent[n - 1]!.ptsMs)).toBe(true);
  });
});
