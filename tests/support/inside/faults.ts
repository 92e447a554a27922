/** Internal imports for the table of faults: a visitor on a fake clock, and servers that fail. */
export { composeEvents } from '@visavis/server/dist/compose/events.js';
export { QuestionEmbedding } from '@visavis/server/dist/compose/question-embedding.js';
export { createSigningSecrets } from '@visavis/server/dist/domain/messages/sign-message.js';
export { createToolCalls } from '@visavis/server/dist/domain/tools/tool-calls.js';
export { silentLogger } from '@visavis/server/dist/lib/logger.js';
export { FakeClock } from '@visavis/server/dist/lib/testing/fake-clock.js';
export {
  FAULTS,
  type Fault,
  FaultyServers,
  OWN_WORDS,
} from '@visavis/server/dist/media/testing/faulty-servers.js';
export { CANNOT_GO_ON, clockOf, Visit, type VisitOptions } from '@visavis/server/dist/media/testing/visit.js';
