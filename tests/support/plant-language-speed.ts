import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';

/** This machine, as the service describes it beside a measurement. */
export const MACHINE = { cpu: cpus()[0]?.model.trim() || 'unknown', cores: availableParallelism() };

/** Writes a file such as the service keeps after it has measured a language model: the first clause took 700 ms. */
export function plantLanguageSpeed(
  dataDir: string,
  measured: { model: string; bytes: number; tokensPerSecond?: number; cores?: number },
): Promise<void> {
  const speed = { coldMs: 1000, keptMs: 200.4, tokensPerSecond: 16 };
  const measurement = { ...MACHINE, ...speed, measuredAt: '2026-11-30T09:00:00.000Z', ...measured };
  return writeFile(join(dataDir, 'language-speed.json'), JSON.stringify({ measurements: [measurement] }));
}
