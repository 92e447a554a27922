import type { Reporter, TestModule } from 'vitest/node';

/** Prints the test files that took most processor time, `VISAVIS_TEST_COSTS` of them. */
export class CostlyFiles implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const files = modules.map(costOf).sort((a, b) => b.cpuSeconds - a.cpuSeconds);
    const listed = Number(process.env.VISAVIS_TEST_COSTS ?? 0);
    if (listed === 0 || files.length === 0) return;
    const line = (cpu: string | number, wall: string | number, name: string) =>
      `${String(cpu).padStart(8)}${String(wall).padStart(8)}  ${name}\n`;
    process.stdout.write(`\n${line('CPU s', 'wall s', 'file')}`);
    for (const { cpuSeconds, seconds, name } of files.slice(0, listed))
      process.stdout.write(line(cpuSeconds.toFixed(1), seconds.toFixed(1), name));
    const all = (key: 'cpuSeconds' | 'seconds') => files.reduce((sum, file) => sum + file[key], 0).toFixed(0);
    process.stdout.write(line(all('cpuSeconds'), all('seconds'), `all ${files.length}`));
  }
}

function costOf(file: TestModule) {
  const { duration, collectDuration, prepareDuration, setupDuration, environmentSetupDuration } =
    file.diagnostic();
  return {
    name: file.relativeModuleId,
    cpuSeconds: file.meta().cpuSeconds ?? 0,
    seconds: (duration + collectDuration + prepareDuration + setupDuration + environmentSetupDuration) / 1000,
  };
}
