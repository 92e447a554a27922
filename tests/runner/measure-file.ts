// oxlint-disable no-empty-pattern -- see below
import { readFileSync } from 'node:fs';
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Processor time that a test file took, with the processes that it started; on Linux alone. */
    cpuSeconds?: number;
  }
}

/** Ticks of Linux a second, as `/proc` counts them for programs. */
const TICKS_PER_SECOND = 100;
/** Files may share a process: what those before have taken is kept on `process`, which they share as well. */
const COUNTED = Symbol.for('visavis.test.cpu-seconds');
const shared = process as unknown as { [COUNTED]?: number };

// Called first, so it runs last: after the file's own clean-up has ended its processes.
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the text of this argument and takes no other pattern.
afterAll(({}, file) => {
  const takenSeconds = readCpuSeconds();
  if (takenSeconds === undefined) return;
  file.meta.cpuSeconds = takenSeconds - (shared[COUNTED] ?? 0);
  shared[COUNTED] = takenSeconds;
});

/** Of this process since its start, and of the processes below it that have ended. */
function readCpuSeconds(): number | undefined {
  if (process.platform !== 'linux') return undefined;
  const status = readFileSync('/proc/self/stat', 'latin1');
  // The name of the program may contain spaces. What follows it begins with field 3; fields 14 to 17 are times.
  const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / TICKS_PER_SECOND;
}
