/** The hostile process: plays the attack of the scenario that its argument names, and sends home what came of it. */
import type { Json, Scenario } from './scenario.ts';

export interface AttackOrder {
  url: string;
  given: Json;
}

export type AttackReport = { outcome: Json } | { failure: string };

const { scenario } = (await import(process.argv[2]!)) as { scenario: Scenario };

process.on('message', ({ url, given }: AttackOrder) => {
  const { hostname: host, port } = new URL(url);
  scenario
    .attack({ url, host, port: Number(port), given })
    .then(
      (outcome): AttackReport => ({ outcome: outcome ?? null }),
      (error: unknown): AttackReport => ({ failure: error instanceof Error ? error.stack! : String(error) }),
    )
    .then((report) => process.send!(report, () => process.exit(0)));
});
