import type { Service } from '../service.ts';

/** JSON data that the test and the hostile process exchange. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The address of the service, and what the hostile process knows about it. */
export interface Target<Given> {
  /** `http://127.0.0.1:8080`, without a trailing slash. */
  url: string;
  host: string;
  port: number;
  given: Given;
}

/**
 * A way to harm the service. Each file in `tests/hostile/scenarios` exports one as `scenario`; a test plays it against
 * its own service and checks what is promised, `npm run bench -- hostile` measures what it costs.
 */
export interface Scenario<Given extends Json = Json, Outcome extends Json = Json> {
  /** The service's reaction, as the title of the test. */
  title: string;
  /** Settings of the service, besides those of every test. */
  env?: Record<string, string>;
  /** Maximum memory growth of the service and its children during the attack: the bench compares it. */
  memoryMiB: number;
  /** How many more connections and files the service may hold afterwards than before; by default 20. */
  openAfter?: number;
  /** Error log lines that this provokes on purpose; any other fails the scenario. */
  expectedErrors?: RegExp;
  /** Whether health requests may be refused during the attack, but not delayed; afterwards they must succeed again. */
  mayRefuseHealth?: boolean;
  /** Runs in the test's process before anything is measured, and returns the input of the hostile process. */
  prepare?(service: Service): Promise<Given>;
  /** Runs in its own process, while the service is observed. It may leave closing its resources to its exit. */
  attack(target: Target<Given>): Promise<Outcome>;
  /** Runs in the test's process afterwards: throws if the outcome is not as promised. */
  check?(outcome: Outcome, service: Service): void | Promise<void>;
}

/** Infers the types of a scenario's input and outcome. */
export function defineScenario<Given extends Json, Outcome extends Json>(
  scenario: Scenario<Given, Outcome>,
): Scenario {
  return scenario as unknown as Scenario;
}
