/** Internal imports for the test of answers from documents. */
export { createBuiltinEngine } from '@visavis/server/dist/engines/builtin/builtin-engine.js';
export {
  cutAtPunctuation,
  ScriptedVoice,
} from '@visavis/server/dist/engines/builtin/testing/scripted-voice.js';
export { EventRecorder } from '@visavis/server/dist/engines/testing/event-recorder.js';
export { extractPassages } from '@visavis/server/dist/knowledge/extraction/extract-text.js';
export { heading, makeDocx, paragraph } from '@visavis/server/dist/knowledge/extraction/testing/make-docx.js';
export { makePdf, type PdfText } from '@visavis/server/dist/knowledge/extraction/testing/make-pdf.js';
export { type Passage, withTitle } from '@visavis/server/dist/knowledge/passages.js';
export { PassageSearch } from '@visavis/server/dist/store/search/passage-search.js';
export { addIndexedDocument } from '@visavis/server/dist/store/testing/add-indexed-document.js';
export { createTestDatabase, type TestDatabase } from '@visavis/server/dist/store/testing/test-database.js';
