import { type CatalogueEntry, sizeOf } from '../../models/catalogue/model-entry.ts';
import { findLanguageModel } from '../../models/language/find-language-model.ts';
import { LlamaChat } from '../../models/language/llama-chat.ts';
import { isFastEnough, type LanguageSpeed, measureLanguage } from '../../models/language/measure-speed.ts';
import { firstModel, recommendModel } from '../../models/language/recommend-model.ts';
import { ModelFolder } from '../../models/store/model-folder.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const ALTERNATIVES =
  'Set the key of a provider, or run a server of your own (LLM_BASE_URL), or give this machine more to spare.';
const ADD = 'npx visavis models add';

/** Loads the language model that answers without a key, and reports its speed on this machine. */
export const checkOwnLanguageModel: Check = {
  name: 'Language model',
  async run({ dataDir, models: { language } }) {
    const folder = new ModelFolder(dataDir);
    const model = await findLanguageModel(folder, language);
    if (!model) {
      return language === undefined
        ? note('none on this machine', toBegin(firstModel()))
        : note(
            `${language}, which VISAVIS_LANGUAGE_MODEL names, is not installed`,
            'npx visavis models list shows what is.',
          );
    }
    try {
      const beganAt = performance.now();
      const chat = await LlamaChat.load(folder.path, model);
      const loadMs = performance.now() - beganAt;
      const speed = await measureLanguage(chat);
      const bytes = sizeOf(model.manifest.files);
      const best = recommendModel(bytes, speed);
      // The operator's own model may be larger than the best of the catalogue.
      const isBetter = best && sizeOf(best.files) > bytes;
      return languageFinding(
        chat.name,
        loadMs,
        speed,
        isFastEnough(speed) && !isBetter ? undefined : best?.name,
      );
    } catch (error) {
      return note(
        `${(error as Error).message}; rules answer instead`,
        'npx visavis models verify checks whether its files are undamaged.',
      );
    }
  },
};

const toBegin = (model: CatalogueEntry | undefined): string =>
  model ? `To think without a key: ${ADD} ${model.name}` : ALTERNATIVES;

/** @param other a model of the catalogue that should suit this machine better */
export function languageFinding(name: string, loadMs: number, speed: LanguageSpeed, other?: string): Finding {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { coldMs, keptMs, tokensPerSecond } = speed;
  const text =
    `${name}: loaded in ${seconds(loadMs)}; the first word after ${seconds(keptMs)} ` +
    `(${seconds(coldMs)} where its instructions are new), then ${tokensPerSecond.toFixed(0)} tokens a second`;
  const hint = other && `${other} should answer in time: ${ADD} ${other}`;
  if (isFastEnough(speed)) return { ...ok(text), ...(hint && { hint }) };
  return note(`${text}, which is too slow for a conversation`, hint ?? ALTERNATIVES);
}
