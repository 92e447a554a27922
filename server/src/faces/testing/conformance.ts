import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  EMOTIONS,
  type Face,
  type FaceIdentity,
  type FaceRenderer,
  type FaceState,
  VISEMES,
} from '../face.ts';

export interface FaceSubject {
  name: string;
  start(): FaceRenderer;
  identity(): FaceIdentity;
  /** Regions in which mouth and eyes are searched for, as fractions of the frame. */
  mouth: Region;
  eyes: Region;
}

export interface Region {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

const SIZE = { width: 320, height: 320, fps: 25 };
const FRAME_MS = 1000 / SIZE.fps;
const WHOLE: Region = { left: 0, top: 0, right: 1, bottom: 1 };

interface Moment {
  state?: FaceState;
  viseme?: (typeof VISEMES)[number];
  emotion?: (typeof EMOTIONS)[number];
  energy?: number;
}

/** The contract of every face, whichever renderer draws it. The test of each face calls this. */
export function describeFace(subject: FaceSubject): void {
  describe(`face: ${subject.name}`, { timeout: 120_000 }, () => {
    let renderer: FaceRenderer;
    beforeAll(() => {
      renderer = subject.start();
    });
    afterAll(() => renderer.close());

    const open = (seed = 7) => renderer.open(subject.identity(), { ...SIZE, seed });

    it('draws frames of the requested size, each alone in its buffer', async () => {
      for (const [width, height] of [
        [426, 240],
        [180, 320],
      ] as const) {
        const face = await renderer.open(subject.identity(), { width, height, fps: 25, seed: 1 });
        expect(face.caps).toMatchObject({ width, height, fps: 25 });
        const frame = await player(face).play({});
        expect(frame.length).toBe(width * height * 1.5);
        const { i420 } = await face.requestFrame(request(9, {}));
        expect(i420.byteOffset).toBe(0);
        expect(i420.buffer.byteLength).toBe(i420.length);
        await face.close();
      }
    });

    it('refuses a size that no encoder takes', async () => {
      await expect(renderer.open(subject.identity(), { ...SIZE, width: 321, seed: 1 })).rejects.toThrow(
        /width/,
      );
    });

    it('names frames by the index of their request and keeps a frame until four more were asked for', async () => {
      const face = await open();
      const frames = await Promise.all(
        [5, 6, 7, 8].map((index) => face.requestFrame({ ...request(index, {}), index })),
      );
      expect(frames.map((frame) => frame.index)).toEqual([5, 6, 7, 8]);
      expect(new Set(frames.map((frame) => frame.i420.buffer)).size).toBe(4);
      await face.close();
    });

    it('moves a little while nothing happens', async () => {
      const face = await open();
      const play = player(face);
      const first = await play.play({});
      let still = 0;
      for (let i = 0; i < 50; i++) {
        const before = play.last;
        await play.play({});
        if (difference(before, play.last, WHOLE) === 0) still++;
      }
      expect(difference(first, play.last, WHOLE)).toBeGreaterThan(0.1);
      expect(still).toBeLessThan(10);
      await face.close();
    });

    it('shows the same for the same seed, and something else for another', async () => {
      const faces = await Promise.all([open(3), open(3), open(4)]);
      const [a, b, c] = await Promise.all(
        faces.map(async (face) => {
          const play = player(face);
          for (let i = 0; i < 40; i++)
            await play.play({ state: 'speaking', viseme: VISEMES[i % 15]!, energy: (i % 7) / 7 });
          return play.last;
        }),
      );
      expect(Buffer.compare(a!, b!)).toBe(0);
      expect(Buffer.compare(a!, c!)).not.toBe(0);
      await Promise.all(faces.map((face) => face.close()));
    });

    it('opens the mouth for "aa" and has it at rest 100 ms after the speech is cut', async () => {
      const [talking, silent] = await Promise.all([open(), open()]);
      const a = player(talking);
      const b = player(silent);
      for (let i = 0; i < 12; i++) {
        await a.play({ state: 'speaking', viseme: 'aa' });
        await b.play({ state: 'speaking', viseme: 'sil' });
      }
      const opened = difference(a.last, b.last, subject.mouth);
      expect(opened).toBeGreaterThan(2.5);
      // The first frame after the cut still shows part of the opening: the mouth closes instead of jumping.
      await a.play({ state: 'speaking' });
      await b.play({ state: 'speaking', viseme: 'sil' });
      expect(difference(a.last, b.last, subject.mouth)).toBeGreaterThan(opened * 0.05);
      for (let i = 0; i < 2; i++) {
        await a.play({ state: 'speaking' });
        await b.play({ state: 'speaking', viseme: 'sil' });
      }
      expect(difference(a.last, b.last, subject.mouth)).toBeLessThan(opened * 0.25);
      await Promise.all([talking.close(), silent.close()]);
    });

    it('gives each vowel a mouth of its own', async () => {
      const shapes = await Promise.all(
        (['aa', 'I', 'O', 'PP'] as const).map(async (viseme) => {
          const face = await open();
          const play = player(face);
          for (let i = 0; i < 12; i++) await play.play({ state: 'speaking', viseme });
          await face.close();
          return play.last;
        }),
      );
      for (let i = 0; i < shapes.length; i++)
        for (let j = 0; j < i; j++)
          expect(difference(shapes[i]!, shapes[j]!, subject.mouth)).toBeGreaterThan(0.8);
    });

    it('blinks', async () => {
      const face = await open();
      const play = player(face);
      const jumps: number[] = [];
      for (let i = 0; i < 150; i++) {
        const before = play.last;
        await play.play({});
        if (i > 0) jumps.push(difference(before, play.last, subject.eyes));
      }
      const calm = [...jumps].sort((a, b) => a - b)[75]!;
      const blinks = jumps.filter((jump) => jump > calm * 2.5 + 0.5).length;
      expect(blinks).toBeGreaterThanOrEqual(2);
      expect(blinks).toBeLessThan(40);
      await face.close();
    });

    it('shows each state and each emotion', async () => {
      const settle = async (moment: Moment) => {
        const face = await open();
        const play = player(face);
        for (let i = 0; i < 15; i++) await play.play(moment);
        await face.close();
        return play.last;
      };
      const [idle, ...states] = await Promise.all(
        (['idle', 'listening', 'thinking'] as const).map((state) => settle({ state })),
      );
      for (const state of states) expect(difference(idle!, state, WHOLE)).toBeGreaterThan(0.15);
      const emotions = EMOTIONS.filter((emotion) => emotion !== 'neutral');
      const neutral = await settle({ emotion: 'neutral' });
      const shown = await Promise.all(emotions.map((emotion) => settle({ emotion })));
      shown.forEach((picture, i) => {
        expect(difference(neutral, picture, WHOLE), emotions[i]).toBeGreaterThan(0.12);
      });
    });

    it('copes with a gap in media time', async () => {
      const face = await open();
      await face.requestFrame(request(0, {}));
      const { i420 } = await face.requestFrame({ ...request(1, {}), ptsMs: 600_000 });
      expect(i420.some((value) => value > 0)).toBe(true);
      await face.close();
    });

    it('rejects what is pending when it is closed, and everything after', async () => {
      const face = await open();
      const pending = [0, 1, 2].map((index) => face.requestFrame(request(index, {})));
      const outcomes = Promise.allSettled(pending);
      await face.close();
      expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
      await expect(face.requestFrame(request(3, {}))).rejects.toThrow(/closed/);
      await face.close();
    });

    it('keeps many faces of one renderer apart', async () => {
      const faces = await Promise.all([1, 2, 3, 4, 5, 6].map((seed) => open(seed)));
      const players = faces.map((face) => player(face));
      for (let i = 0; i < 10; i++)
        await Promise.all(
          players.map((play, k) => play.play({ state: 'speaking', viseme: VISEMES[(i + k) % 15]! })),
        );
      const alone = player(await open(3));
      for (let i = 0; i < 10; i++) await alone.play({ state: 'speaking', viseme: VISEMES[(i + 2) % 15]! });
      expect(Buffer.compare(players[2]!.last, alone.last)).toBe(0);
      await Promise.all(faces.map((face) => face.close()));
    });

    it('draws all its frames into the memory of the first four', async () => {
      const face = await open();
      const memory = new Set<ArrayBufferLike>();
      for (let i = 0; i < 50; i++) {
        const moment: Moment = { state: 'speaking', viseme: VISEMES[i % 15]!, energy: (i % 9) / 9 };
        memory.add((await face.requestFrame(request(i, moment))).i420.buffer);
      }
      expect(memory.size).toBe(4);
      await face.close();
    });
  });
}

function request(index: number, { state = 'idle', viseme, emotion, energy = 0 }: Moment) {
  const visemes = viseme ? new Float32Array(VISEMES.length) : null;
  if (visemes && viseme) visemes[VISEMES.indexOf(viseme)] = 1;
  return {
    index,
    ptsMs: index * FRAME_MS,
    state,
    ...(emotion && { emotion: { name: emotion, weight: 1 } }),
    visemes,
    energy,
  };
}

/** Plays moments one after the other. `last` is a copy of the newest frame. */
function player(face: Face) {
  let index = 0;
  const play = {
    last: new Uint8Array(0),
    async play(moment: Moment): Promise<Uint8Array> {
      const { i420 } = await face.requestFrame(request(index++, moment));
      play.last = Uint8Array.from(i420);
      return play.last;
    },
  };
  return play;
}

/** Returns the mean difference of the luma in the region, in levels. */
function difference(a: Uint8Array, b: Uint8Array, region: Region): number {
  const { width, height } = SIZE;
  let sum = 0;
  let count = 0;
  for (let y = Math.floor(region.top * height); y < Math.floor(region.bottom * height); y++) {
    for (let x = Math.floor(region.left * width); x < Math.floor(region.right * width); x++) {
      sum += Math.abs(a[y * width + x]! - b[y * width + x]!);
      count++;
    }
  }
  return sum / count;
}
