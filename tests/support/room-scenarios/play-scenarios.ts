import { afterAll, beforeAll, describe, test, vi } from 'vitest';
import { LIVE_TIMEOUTS } from '../deadlines.ts';
import { openPageHost, type PageHost } from '../room-client-page.ts';
import type { RoomTarget } from '../room-target.ts';
import { type RoomScenario, Stage } from './scenario.ts';

/** Declares a vitest suite that plays scenarios against one server, each in its own room. */
export function playScenarios(
  name: string,
  scenarios: readonly RoomScenario[],
  start: () => Promise<{ target: RoomTarget; close(): Promise<void> }>,
  openBrowser: () => Promise<PageHost> = openPageHost,
): void {
  vi.setConfig(LIVE_TIMEOUTS);

  describe(name, () => {
    let server: Awaited<ReturnType<typeof start>>;
    let pages: PageHost;

    beforeAll(async () => {
      server = await start();
      pages = await openBrowser();
    });

    afterAll(async () => {
      await pages?.close();
      await server?.close();
    });

    // Not `test.each`, which truncates long names.
    for (const scenario of scenarios) {
      test(scenario.name, async () => {
        const stage = new Stage(server.target, pages);
        try {
          await scenario.run(stage);
        } finally {
          await stage.close();
        }
      });
    }
  });
}
