import { REQUESTS_AND_SOCKETS, SCENARIO_NAMES } from '../support/hostile/load-scenario.ts';
import { testScenarios } from '../support/hostile/test-scenarios.ts';

await testScenarios(SCENARIO_NAMES.filter((name) => !REQUESTS_AND_SOCKETS.includes(name)));
