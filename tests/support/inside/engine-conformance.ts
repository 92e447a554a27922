/** Internal imports for tests of engines: the conformance suite, which only vitest can load. */
export { describeEngineConformance } from '@visavis/server/dist/engines/testing/conformance.js';
