import { test, vi } from 'vitest';
import { loadScenario } from './load-scenario.ts';
import { ATTACK_MS, playScenario } from './play-scenario.ts';

/** Makes a test of each of these scenarios. */
export async function testScenarios(names: readonly string[]): Promise<void> {
  // A test that hangs is named by the wait that hangs: an attack, or the start and the end around it.
  vi.setConfig({ testTimeout: 2 * ATTACK_MS });
  for (const name of names) {
    const loaded = await loadScenario(name);
    test(`${name}: ${loaded.scenario.title}`, async () => {
      await playScenario(loaded);
    });
  }
}
