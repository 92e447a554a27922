import { Session } from 'node:inspector/promises';

let loaded = 0;

/**
 * How often the blocks of a module run, as V8 counts them: what work costs, without a clock. It is the same on every machine, however
 * busy that is. What other modules and Node's own functions do inside is not counted.
 *
 * @param module as `import.meta.resolve` names it. It is loaded anew: V8 counts in what it compiles while it counts.
 * @param prepare returns the work that counts.
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
    // Taking what was counted so far begins anew.
    await session.post('Profiler.takePreciseCoverage');
    work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.find(({ url }) => url === counted)?.functions ?? [];
    return functions.flatMap(({ ranges }) => ranges).reduce((sum, { count }) => sum + count, 0);
  } finally {
    session.disconnect();
  }
}
