import { Director } from '@visavis/server/dist/faces/director/director.js';
import { type FaceIdentity, type FrameRequest, VISEMES } from '@visavis/server/dist/faces/face.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { drawStill } from '@visavis/server/dist/faces/render-still.js';
import { startFaceRenderer } from '@visavis/server/dist/faces/start-face-renderer.js';
import type { Bench } from '../support/bench.ts';
import { ARITHMETIC, timeArithmetic, timed } from '../support/measure.ts';
import type { Series } from '../support/report.ts';

const SIZES = [
  { width: 512, height: 512 },
  { width: 1280, height: 720 },
];
const STEP_MS = 40;
const WARM_UP = 50;
/** CPU time is measured over this many frames. */
const TOGETHER = 10;

type Size = (typeof SIZES)[number];

/** Measures drawing and reading on one thread, then a whole request to the face's thread. */
export async function run({ options, report }: Bench): Promise<void> {
  const { frames } = options({ frames: 300 });
  const loop = await timeArithmetic();
  report.text(
    `The yardstick of processor time: a hundredth of ${ARITHMETIC}, ${(loop / 100).toFixed(2)} ms.`,
  );
  // A still of a built-in person is as good as a photo here.
  const { png: image } = await drawStill({ identity: 'ines' }, { width: 800, height: 800 });
  const identities: Record<string, FaceIdentity> = {
    maya: { identity: 'maya' },
    ada: { identity: 'ada' },
    photo: { image },
  };
  for (const size of SIZES) {
    report.heading(`${size.width} x ${size.height}, ${frames} frames a row, a frame`);
    const series: Series[] = [];
    for (const [name, identity] of Object.entries(identities)) {
      for (const state of ['idle', 'speaking'] as const) {
        const { draw, convert, cpu } = await measureDrawing(identity, size, state, frames);
        series.push(
          { name: `${name}, ${state}: draw`, values: draw, unit: 'ms' },
          { name: `${name}, ${state}: convert and read`, values: convert, unit: 'ms' },
          { name: `${name}, ${state}: CPU of both`, values: cpu, unit: 'ms', to: loop / 100 },
        );
      }
      const values = await measureRequests(identity, size, frames);
      series.push({ name: `${name}: request to frame`, values, unit: 'ms' });
    }
    report.measured(series);
  }
  report.text(
    'Target: eight conversations on two cores: at most 5 ms of processor time for a frame of 512 x 512, with reading.',
  );
}

async function measureDrawing(
  identity: FaceIdentity,
  { width, height }: Size,
  state: 'idle' | 'speaking',
  frames: number,
): Promise<{ draw: number[]; convert: number[]; cpu: number[] }> {
  const drawer = await openDrawer(identity, width, height);
  const director = new Director(1);
  const i420 = new Uint8Array(width * height * 1.5);
  const [draw, convert, cpu]: [number[], number[], number[]] = [[], [], []];
  for (let from = 0; from < frames + WARM_UP; from += TOGETHER) {
    const { cpuMs } = await timed(async () => {
      for (let i = from; i < from + TOGETHER; i++) {
        const pose = director.pose(moment(i, state));
        const drawn = await timed(() => drawer.draw(pose));
        const converted = await timed(() => drawer.convert(i420));
        // One frame per turn of the event loop, as in the face's thread.
        await new Promise((resolve) => setImmediate(resolve));
        if (from < WARM_UP) continue;
        draw.push(drawn.ms);
        convert.push(converted.ms);
      }
    });
    if (from >= WARM_UP) cpu.push(cpuMs / TOGETHER);
  }
  return { draw, convert, cpu };
}

async function measureRequests(identity: FaceIdentity, size: Size, frames: number): Promise<number[]> {
  const renderer = startFaceRenderer();
  const face = await renderer.open(identity, { ...size, fps: 25, seed: 1 });
  const values: number[] = [];
  for (let i = 0; i < frames + WARM_UP; i++)
    values.push((await timed(() => face.requestFrame(moment(i, 'speaking')))).ms);
  await renderer.close();
  return values.slice(WARM_UP);
}

/** Returns a frame request, for speech of about four syllables a second. */
function moment(index: number, state: 'idle' | 'speaking'): FrameRequest {
  const ptsMs = index * STEP_MS;
  if (state === 'idle') return { index, ptsMs, state, visemes: null, energy: 0 };
  const visemes = new Float32Array(VISEMES.length);
  const swing = 0.5 + 0.5 * Math.sin(index);
  visemes[10 + (Math.floor(index / 6) % 5)] = swing;
  visemes[1 + (Math.floor(index / 6) % 9)] = 1 - swing;
  return { index, ptsMs, state, visemes, energy: 0.5 + 0.5 * Math.sin(index / 4) };
}
