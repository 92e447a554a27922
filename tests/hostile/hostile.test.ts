import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { playScenario } from '../support/hostile/play-scenario.ts';
import type { Scenario } from '../support/hostile/scenario.ts';

const folder = new URL('./scenarios/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.js'));

test('there are scenarios', () => expect(files.length).toBeGreaterThan(0));

for (const name of files) {
  const file = new URL(name, folder);
  const { scenario } = (await import(file.href)) as { scenario: Scenario };
  test(`${name.replace('.js', '')}: ${scenario.title}`, async () => {
    const { heldMs, grownMiB, openAfter } = await playScenario(file, scenario);
    console.info(
      `  held ${Math.max(0, heldMs).toFixed(0)} ms, grown ${grownMiB.toFixed(0)} of ${scenario.memoryMiB} MiB, ` +
        `left open ${openAfter}`,
    );
  });
}
