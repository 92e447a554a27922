/**
 * The internals of the service that black-box tests may import: how it reads its settings, its errors, and the paths of
 * its programs. They use everything else through HTTP, rooms and commands. It loads quickly: no renderer, no room.
 * Imports for other tests and for the harnesses are in `inside/`, one file per purpose. Lint allows no other import of
 * the server's compiled code.
 */
import { fileURLToPath } from 'node:url';

export { encodeWav } from '@visavis/server/dist/audio/wav.js';
export { composeOpenId } from '@visavis/server/dist/compose/open-id.js';
export { operatorServers } from '@visavis/server/dist/compose/operator-servers.js';
export { findVoices } from '@visavis/server/dist/compose/voice.js';
export { composeVoiceSampler } from '@visavis/server/dist/compose/voice-sampler.js';
export { readSettings } from '@visavis/server/dist/config.js';
export { noCapacity } from '@visavis/server/dist/domain/errors.js';
export { PEOPLE } from '@visavis/server/dist/faces/photo/people.js';
export { drawStill } from '@visavis/server/dist/faces/render-still.js';
export { slowJpeg } from '@visavis/server/dist/faces/testing/slow-jpeg.js';
export { loadInstanceSecrets } from '@visavis/server/dist/instance-secrets.js';
export { LocalEmbedder } from '@visavis/server/dist/knowledge/embedding/local-embedder.js';
export { packageVersion } from '@visavis/server/dist/lib/package-version.js';
export { seededRandom } from '@visavis/server/dist/lib/seeded-random.js';
export { useFolder } from '@visavis/server/dist/lib/testing/use-folder.js';
export { createMetrics, type Metrics } from '@visavis/server/dist/metrics.js';
export { CATALOGUE } from '@visavis/server/dist/models/catalogue/catalogue.js';
export { findLanguageModel } from '@visavis/server/dist/models/language/find-language-model.js';
export { LlamaChat } from '@visavis/server/dist/models/language/llama-chat.js';
export { copyModel, findModels } from '@visavis/server/dist/models/store/install-model.js';
export { hashFile, ModelFolder } from '@visavis/server/dist/models/store/model-folder.js';
export { OnnxGraph } from '@visavis/server/dist/models/testing/onnx-graph.js';
export { writeModel } from '@visavis/server/dist/models/testing/write-model.js';
export type { ProviderDescriptor } from '@visavis/server/dist/providers/realtime/provider.js';
export { PROVIDERS } from '@visavis/server/dist/providers/realtime/providers.js';
export { openDatabase } from '@visavis/server/dist/store/open-database.js';
export { type PiperVoice, startPiperVoice } from '@visavis/server/dist/voices/piper/start-piper-voice.js';
export type { SpokenClause } from '@visavis/server/dist/voices/voice.js';

/** The command `visavis`. */
export const COMMAND = fileURLToPath(import.meta.resolve('@visavis/server/dist/cli/visavis.js'));
/** The program of a worker. */
export const WORKER_ENTRY = new URL(import.meta.resolve('@visavis/server/dist/worker.js'));
export { writeTinyChatModel } from '@visavis/server/dist/models/testing/tiny-chat-model.js';
export { type TinyTurns, writeTinyTurns } from '@visavis/server/dist/models/testing/tiny-turns.js';
export { type TinyWhisper, writeTinyWhisper } from '@visavis/server/dist/models/testing/tiny-whisper.js';
export {
  type LocalRecognizer,
  startRecognizer,
} from '@visavis/server/dist/speech-recognition/start-recognizer.js';
export { startSpeechDetector } from '@visavis/server/dist/speech-recognition/start-speech-detector.js';
export { startTurnJudge } from '@visavis/server/dist/speech-recognition/start-turn-judge.js';
