import { findLanguageModel } from '../../models/language/find-language-model.ts';
import { LlamaChat } from '../../models/language/llama-chat.ts';
import { isFastEnough, type LanguageSpeed, measureLanguage } from '../../models/language/measure-speed.ts';
import { ModelFolder } from '../../models/store/model-folder.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const ALTERNATIVES =
  'Set the key of a provider, or run a server of your own (LLM_BASE_URL), or give this machine more to spare.';

/** Loads the language model that answers without a key, and reports how long it takes on this machine. */
export const checkOwnLanguageModel: Check = {
  name: 'Language model',
  async run({ dataDir, models: { language } }) {
    const folder = new ModelFolder(dataDir);
    const model = await findLanguageModel(folder, language);
    if (!model) {
      return language === undefined
        ? note('none on this machine', 'To think without a key: npx visavis models add smollm2-135m')
        : note(
            `${language}, which VISAVIS_LANGUAGE_MODEL names, is not installed`,
            'npx visavis models list shows what is.',
          );
    }
    try {
      const beganAt = performance.now();
      const chat = await LlamaChat.load(folder.path, model);
      const loadMs = performance.now() - beganAt;
      return languageFinding(chat.name, loadMs, await measureLanguage(chat));
    } catch (error) {
      return note(
        `${(error as Error).message}; rules answer instead`,
        'npx visavis models verify checks whether its files are undamaged.',
      );
    }
  },
};

export function languageFinding(name: string, loadMs: number, speed: LanguageSpeed): Finding {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { coldMs, keptMs, tokensPerSecond } = speed;
  const text =
    `${name}: loaded in ${seconds(loadMs)}; the first word after ${seconds(keptMs)} ` +
    `(${seconds(coldMs)} where its instructions are new), then ${tokensPerSecond.toFixed(0)} tokens a second`;
  return isFastEnough(speed) ? ok(text) : note(`${text}, which is too slow for a conversation`, ALTERNATIVES);
}
