/** What tests of engines take from inside: the conformance suite, which only vitest can load. */
export { describeEngineConformance } from '@visavis/server/dist/engines/testing/conformance.js';
