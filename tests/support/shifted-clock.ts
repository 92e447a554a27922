import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SHIFT_FILE = 'TEST_CLOCK_SHIFT_FILE';
const LOOK_MS = 20;

/** The wall clock of another process, its threads and its children, which a test can set. */
export interface ShiftedClock {
  /** Environment for that process. */
  env: Record<string, string>;
  /** Sets its clock this far ahead of the real one. Its processes notice that soon: wait for the effect. */
  shift(seconds: number): Promise<void>;
  dispose(): Promise<void>;
}

export async function createShiftedClock(): Promise<ShiftedClock> {
  const folder = await mkdtemp(join(tmpdir(), 'visavis-clock-'));
  const file = join(folder, 'milliseconds');
  const shift = (seconds: number) => writeFile(file, String(seconds * 1000));
  await shift(0);
  const preload = pathToFileURL(fileURLToPath(import.meta.url)).href;
  return {
    env: { [SHIFT_FILE]: file, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${preload}` },
    shift,
    dispose: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * Makes `Date` follow the shifted clock in processes that preload this module (`node --import`). The monotonic clock is
 * not changed.
 */
function shiftDates(file: string): void {
  const RealDate = Date;
  let shiftMs = 0;
  const look = () => {
    const text = readFileSync(file, 'utf8');
    // Empty while it is being written.
    if (text !== '') shiftMs = Number(text);
  };
  look();
  setInterval(look, LOOK_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + shiftMs] : args, newTarget) as Date,
    apply: (target) => new target(target.now() + shiftMs).toString(),
    get: (target, name) =>
      name === 'now' ? () => target.now() + shiftMs : (Reflect.get(target, name) as unknown),
  });
}

const shiftFile = process.env[SHIFT_FILE];
if (shiftFile !== undefined) shiftDates(shiftFile);
