import { REQUESTS_AND_SOCKETS } from '../support/hostile/load-scenario.ts';
import { testScenarios } from '../support/hostile/test-scenarios.ts';

await testScenarios(REQUESTS_AND_SOCKETS);
