import type { Service } from '../service.ts';

/** What crosses from the test to the hostile process and back. */
export type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** Where the hostile process finds the service, and what it was given to know of it. */
export interface Target<Given> {
  /** `http://127.0.0.1:8080`, without a slash at the end. */
  url: string;
  host: string;
  port: number;
  given: Given;
}

/**
 * One way to harm the service. A file in `tests/hostile/scenarios` exports one as `scenario`; `hostile.test.ts` plays each
 * against a service of its own.
 */
export interface Scenario<Given extends Json = Json, Outcome extends Json = Json> {
  /** What the service does when this is done to it, as the title of a test. */
  title: string;
  /** Settings of the service, beside those of every test. */
  env?: Record<string, string>;
  /** By how much the memory of the service and its children together may grow meanwhile, at most. */
  memoryMiB: number;
  /** How many connections and files the service may hold more, ten seconds after, than it held before; 20 where absent. */
  openAfter?: number;
  /** Lines of the log, of level error, that this provokes on purpose; any other fails the scenario. */
  expectedErrors?: RegExp;
  /** Whether health may be refused meanwhile, though not be held; afterwards it must be answered all the same. */
  mayRefuseHealth?: boolean;
  /** How long the attack may take, in milliseconds; 120 s where absent. */
  attackMs?: number;
  /** In the test's process, before anything is measured: makes what the hostile process is given. */
  prepare?(service: Service): Promise<Given>;
  /** In a process of its own, while the service is watched. It ends what it opened, or leaves that to its exit. */
  attack(target: Target<Given>): Promise<Outcome>;
  /** In the test's process, afterwards: throws where the outcome is not what was promised. */
  check?(outcome: Outcome, service: Service): void | Promise<void>;
}

/** Gives a scenario the types of what it is given and answers. */
export function defineScenario<Given extends Json, Outcome extends Json>(
  scenario: Scenario<Given, Outcome>,
): Scenario {
  return scenario as unknown as Scenario;
}
