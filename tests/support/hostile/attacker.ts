/** The hostile process: runs the attack of the scenario named by its argument, and sends the outcome to the test. */
import type { Json, Scenario } from './scenario.ts';

export interface AttackOrder {
  url: string;
  given: Json;
}

export type AttackReport = { outcome: Json } | { failure: string };

const { scenario } = (await import(process.argv[2]!)) as { scenario: Scenario };

async function play({ url, given }: AttackOrder): Promise<AttackReport> {
  const { hostname: host, port } = new URL(url);
  try {
    return { outcome: (await scenario.attack({ url, host, port: Number(port), given })) ?? null };
  } catch (error) {
    return { failure: error instanceof Error ? error.stack! : String(error) };
  }
}

process.on('message', (order: AttackOrder) => {
  void play(order).then((report) => process.send!(report, () => process.exit(0)));
});
