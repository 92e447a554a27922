import { Director } from '@visavis/server/dist/faces/director/director.js';
import { type FaceIdentity, type FrameRequest, VISEMES } from '@visavis/server/dist/faces/face.js';
import { openDrawer } from '@visavis/server/dist/faces/open-drawer.js';
import { renderStill } from '@visavis/server/dist/faces/render-still.js';
import { startFaceRenderer } from '@visavis/server/dist/faces/start-face-renderer.js';
import { ARITHMETIC, timeArithmetic } from '../support/arithmetic.ts';
import { type Report, summarize } from '../support/report.ts';

const SIZES = [
  [512, 512],
  [1280, 720],
] as const;
const STEP_MS = 40;

/** What a frame of each face costs: drawing and reading on one thread, then a whole request to the face's thread. */
export async function run(args: string[], report: Report): Promise<void> {
  const frames = Number(args[0] ?? 300);
  const identities: [string, FaceIdentity][] = [
    ['illustrated', { identity: 'maya' }],
    ['photo', { image: await portraitPhoto() }],
  ];
  const ratios: (string | number)[][] = [];
  for (const [width, height] of SIZES) {
    report.heading(`${width} x ${height}, ${frames} frames a row, milliseconds a frame`);
    const series: { name: string; values: number[]; unit: string; target?: string }[] = [];
    for (const [name, identity] of identities) {
      for (const state of ['idle', 'speaking'] as const) {
        const { draw, convert, cpu } = await measureDrawing(identity, width, height, state, frames);
        const target = name === 'illustrated' && width === 512 ? '<= 3 with reading' : undefined;
        series.push({ name: `${name}, ${state}: draw`, values: draw, unit: 'ms', ...(target && { target }) });
        series.push({ name: `${name}, ${state}: convert and read`, values: convert, unit: 'ms' });
        series.push({ name: `${name}, ${state}: CPU of both`, values: cpu, unit: 'ms' });
        const { n, median } = summarize(cpu);
        ratios.push([
          `${name}, ${state}, ${width} x ${height}`,
          String(n),
          (100 * median) / timeArithmetic(),
        ]);
      }
      const values = await measureRequests(identity, width, height, frames);
      series.push({ name: `${name}: request to frame`, values, unit: 'ms' });
    }
    report.measured(series);
  }
  report.heading(`A picture’s processor time in hundredths of ${ARITHMETIC}`);
  report.table([['', 'n', 'ratio'], ...ratios]);
}

async function measureDrawing(
  identity: FaceIdentity,
  width: number,
  height: number,
  state: 'idle' | 'speaking',
  frames: number,
): Promise<{ draw: number[]; convert: number[]; cpu: number[] }> {
  const drawer = await openDrawer(identity, width, height);
  const director = new Director(1);
  const i420 = new Uint8Array(width * height * 1.5);
  const draw: number[] = [];
  const convert: number[] = [];
  // On a busy machine wall-clock time includes other processes; processor time, over ten frames, does not.
  const cpu: number[] = [];
  let used = process.cpuUsage();
  for (let i = 0; i < frames + 50; i++) {
    const pose = director.pose(moment(i, state));
    const start = performance.now();
    drawer.draw(pose);
    const drawn = performance.now();
    drawer.convert(i420);
    const end = performance.now();
    // One frame in each turn of the event loop, as in the face's thread.
    await new Promise((resolve) => setImmediate(resolve));
    if (i % 10 === 9) {
      const { user, system } = process.cpuUsage(used);
      if (i >= 50) cpu.push((user + system) / 10_000);
      used = process.cpuUsage();
    }
    if (i < 50) continue;
    draw.push(drawn - start);
    convert.push(end - drawn);
  }
  return { draw, convert, cpu };
}

async function measureRequests(
  identity: FaceIdentity,
  width: number,
  height: number,
  frames: number,
): Promise<number[]> {
  const renderer = startFaceRenderer();
  const face = await renderer.open(identity, { width, height, fps: 25, seed: 1 });
  const values: number[] = [];
  for (let i = 0; i < frames + 50; i++) {
    const start = performance.now();
    await face.requestFrame(moment(i, 'speaking'));
    if (i >= 50) values.push(performance.now() - start);
  }
  await renderer.close();
  return values;
}

/** Speech of about four syllables a second. */
function moment(index: number, state: 'idle' | 'speaking'): FrameRequest {
  const speaking = state === 'speaking';
  const visemes = speaking ? new Float32Array(VISEMES.length) : null;
  if (visemes) {
    const swing = 0.5 + 0.5 * Math.sin(index);
    visemes[10 + (Math.floor(index / 6) % 5)] = swing;
    visemes[1 + (Math.floor(index / 6) % 9)] = 1 - swing;
  }
  const energy = speaking ? 0.5 + 0.5 * Math.sin(index / 4) : 0;
  return { index, ptsMs: index * STEP_MS, state, visemes, energy };
}

/** A picture to animate: a still of the illustrated face serves as well as a photograph. */
function portraitPhoto(): Promise<Uint8Array> {
  return renderStill({ identity: 'ines' }, { width: 800, height: 800 });
}
