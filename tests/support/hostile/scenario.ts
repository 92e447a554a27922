import type { Service } from '../service.ts';

/** Data that the test and the hostile process exchange. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The address of the service, and what the hostile process knows about it. */
export interface Target<Given> {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  host: string;
  port: number;
  given: Given;
}

/**
 * One way to harm the service. A file in `tests/hostile/scenarios` exports one as `scenario`; a test plays each against a
 * service of its own and looks at what is promised, `npm run bench -- hostile` at what it costs.
 */
export interface Scenario<Given extends Json = Json, Outcome extends Json = Json> {
  /** How the service reacts, as the title of a test. */
  title: string;
  /** Settings of the service, beside those of every test. */
  env?: Record<string, string>;
  /** By how much the memory of the service and its children together should grow meanwhile, at most: the bench compares. */
  memoryMiB: number;
  /** How many connections and files the service may hold more, in the end, than it held before; 20 where absent. */
  openAfter?: number;
  /** Lines of the log of level error that this provokes on purpose; any other fails the scenario. */
  expectedErrors?: RegExp;
  /** Whether health may be refused meanwhile, but not delayed; afterwards it must be answered again. */
  mayRefuseHealth?: boolean;
  /** Runs in the test's process, before anything is measured: makes the input of the hostile process. */
  prepare?(service: Service): Promise<Given>;
  /** Runs in a process of its own, while the service is watched. It closes what it opened, or leaves that to its exit. */
  attack(target: Target<Given>): Promise<Outcome>;
  /** Runs in the test's process, afterwards: throws if the outcome is not the promised one. */
  check?(outcome: Outcome, service: Service): void | Promise<void>;
}

/** Types a scenario by its input and its outcome. */
export function defineScenario<Given extends Json, Outcome extends Json>(
  scenario: Scenario<Given, Outcome>,
): Scenario {
  return scenario as unknown as Scenario;
}
