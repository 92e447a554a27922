import { test, vi } from 'vitest';
import { loadScenario } from './load-scenario.ts';
import { ATTACK_MS, playScenario } from './play-scenario.ts';

/** Declares a test for each of these scenarios. */
export async function testScenarios(names: readonly string[]): Promise<void> {
  // A hang is reported by the wait that hangs: that of the attack, or of the start or end around it.
  vi.setConfig({ testTimeout: 2 * ATTACK_MS });
  for (const name of names) {
    const loaded = await loadScenario(name);
    test(`${name}: ${loaded.scenario.title}`, async () => {
      await playScenario(loaded);
    });
  }
}
