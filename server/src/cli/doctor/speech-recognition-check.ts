import { ADD_COMMAND } from '../../models/catalogue/catalogue.ts';
import { findSpeechModels, startRecognizer } from '../../speech-recognition/start-recognizer.ts';
import { type Check, fail, note, ok } from './finding.ts';

/** Loads the models of speech recognition as a conversation does, and reports what that takes. */
export const checkSpeechRecognition: Check = {
  name: 'Speech recognition',
  async run({ dataDir, models }) {
    const { recognizer, turns } = await findSpeechModels(dataDir, models.speechRecognition);
    if (models.speechRecognition !== undefined && !recognizer)
      return fail(
        `the model ${models.speechRecognition} of VISAVIS_SPEECH_RECOGNITION_MODEL is not installed`,
        `npx visavis models add ${models.speechRecognition}`,
      );
    if (!turns || !recognizer) {
      const missing = recognizer ? 'the model that detects the end of a turn' : 'a model that transcribes';
      return note(`none on this machine: ${missing} is not installed`, ADD_COMMAND);
    }
    const before = process.memoryUsage.rss();
    const startedAt = performance.now();
    const local = startRecognizer(dataDir, recognizer, turns);
    try {
      await local.warm();
      const megabytes = Math.round((process.memoryUsage.rss() - before) / 1e6);
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      return ok(
        `${local.model}, loaded in ${seconds} s; ${megabytes} MB in the one process of this machine that runs models, however many conversations`,
      );
    } catch (error) {
      return fail((error as Error).message, 'npx visavis models verify');
    } finally {
      await local.close();
    }
  },
};
