import { findVoices } from '../../compose/voice.ts';
import type { Config } from '../../config.ts';
import { ADD_COMMAND } from '../../models/catalogue/catalogue.ts';
import { ModelFolder } from '../../models/store/model-folder.ts';
import { findSpeechModels } from '../../speech-recognition/start-recognizer.ts';
import { type Check, type Finding, fail, note, ok } from './finding.ts';

/** Reports which models this machine has. `visavis models verify` checks whether their files are intact. */
export const checkInstalledModels: Check = {
  name: 'Installed models',
  async run(config) {
    const folder = new ModelFolder(config.dataDir);
    const voices = await findVoices(folder);
    return [
      await speechRecognitionFinding(config),
      voices.length > 0
        ? ok(`voice: ${voices.map(({ manifest }) => manifest.name).join(', ')}`)
        : note('voice: only the built-in offline voice', 'For a natural voice: npx visavis models add voice'),
      await meaningFinding(config, folder),
    ];
  },
};

async function speechRecognitionFinding({ dataDir, models, localSpeech }: Config): Promise<Finding> {
  const wanted = models.speechRecognition;
  const { recognizer, turns } = await findSpeechModels(dataDir, wanted);
  if (recognizer && turns) return ok(`speech recognition: ${recognizer.manifest.name}`);
  if (wanted !== undefined && !recognizer)
    return fail(
      `speech recognition: the model ${wanted} (VISAVIS_SPEECH_RECOGNITION_MODEL) is not installed`,
      `npx visavis models add ${wanted}`,
    );
  const missing = recognizer ? 'the model that detects the end of a turn' : 'a speech recognition model';
  const text = `speech recognition: ${missing} is not installed`;
  return localSpeech.includes('stt')
    ? fail(`${text}, although VISAVIS_STT is local: users can only type`, ADD_COMMAND)
    : note(text, ADD_COMMAND);
}

async function meaningFinding({ meaning, embeddings }: Config, folder: ModelFolder): Promise<Finding> {
  if (meaning === 'server') return ok(`search by meaning: ${embeddings?.model}, at EMBEDDINGS_BASE_URL`);
  const model = await folder.best('embeddings');
  if (model) {
    const { name, languages } = model.manifest;
    return ok(
      `search by meaning: ${name} (${languages.includes('*') ? 'many languages' : languages.join(', ')})`,
    );
  }
  return note(
    'search by meaning: no model, so knowledge bases are searched only by keywords',
    'Run npx visavis models add all-minilm-l6-v2 (English) or paraphrase-multilingual-minilm-l12-v2 (50 languages), or set EMBEDDINGS_BASE_URL.',
  );
}
