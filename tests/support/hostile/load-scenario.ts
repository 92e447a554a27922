import { readdirSync } from 'node:fs';
import type { Scenario } from './scenario.ts';

const FOLDER = new URL('../../hostile/scenarios/', import.meta.url);

export interface LoadedScenario {
  /** The file that the hostile process loads. */
  file: URL;
  scenario: Scenario;
}

/** Names of all scenarios. */
export const SCENARIO_NAMES: readonly string[] = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.js'))
  .map((name) => name.slice(0, -'.js'.length));

/** Names of the scenarios that need only requests and sockets, and no conversation beside them. */
export const REQUESTS_AND_SOCKETS: readonly string[] = [
  'bodies-deep-and-wide',
  'oversized',
  'room-tokens-replayed',
  'sockets-in-every-state',
  'upgrades-hung-up',
  'upgrades-of-others',
];

export async function loadScenario(name: string): Promise<LoadedScenario> {
  const file = new URL(`${name}.js`, FOLDER);
  const { scenario } = (await import(file.href)) as { scenario: Scenario };
  return { file, scenario };
}
