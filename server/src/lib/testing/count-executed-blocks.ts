import { Session } from 'node:inspector/promises';

let loaded = 0;

/**
 * Counts how often the blocks of a module run, using V8's coverage: a measure of work that needs no clock and is
 * the same on every machine, however busy. Other modules and Node's own functions are not counted.
 *
 * @param module as returned by `import.meta.resolve`. It is loaded again, because V8 only counts code compiled
 * while coverage is active.
 * @param prepare returns the work to count
 */
export async function countExecutedBlocks<Module>(
  module: string,
  prepare: (module: Module) => () => void,
): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    const counted = `${module}?counted=${++loaded}`;
    const work = prepare((await import(counted)) as Module);
    // Taking the coverage resets the counts.
    await session.post('Profiler.takePreciseCoverage');
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.find(({ url }) => url === counted)?.functions ?? [];
    return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
