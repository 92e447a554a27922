import { type CatalogueEntry, sizeOf } from '../../models/catalogue/model-entry.ts';
import { findLanguageModel } from '../../models/language/find-language-model.ts';
import { LlamaChat } from '../../models/language/llama-chat.ts';
import { isFastEnough, type LanguageSpeed, measureLanguage } from '../../models/language/measure-speed.ts';
import { firstModel, recommendModel } from '../../models/language/recommend-model.ts';
import { ModelFolder } from '../../models/store/model-folder.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const ALTERNATIVES =
  'Set the key of a provider, run your own model server (LLM_BASE_URL), or free some CPU and memory on this machine.';
const ADD = 'npx visavis models add';

/** Loads the language model that answers without a key, and reports its speed on this machine. */
export const checkOwnLanguageModel: Check = {
  name: 'Language model',
  async run({ dataDir, models: { language } }) {
    const folder = new ModelFolder(dataDir);
    const model = await findLanguageModel(folder, language);
    if (!model) {
      return language === undefined
        ? note('none installed on this machine', toBegin(firstModel()))
        : note(
            `${language} (VISAVIS_LANGUAGE_MODEL) is not installed`,
            'npx visavis models list shows the installed models.',
          );
    }
    try {
      const beganAt = performance.now();
      const chat = await LlamaChat.load(folder.path, model);
      const loadMs = performance.now() - beganAt;
      const speed = await measureLanguage(chat);
      const best = recommendModel(model.manifest, speed);
      // The operator's own model may be larger than the best of the catalogue.
      const isBetter = best && sizeOf(best.files) > sizeOf(model.manifest.files);
      return languageFinding(
        chat.name,
        loadMs,
        speed,
        isFastEnough(speed) && !isBetter ? undefined : best?.name,
      );
    } catch (error) {
      return note(
        `${(error as Error).message}; the offline demo answers instead`,
        'Run npx visavis models verify to check whether its files are damaged.',
      );
    }
  },
};

const toBegin = (model: CatalogueEntry | undefined): string =>
  model ? `To answer without a key: ${ADD} ${model.name}` : ALTERNATIVES;

/** @param other a model of the catalogue that should suit this machine better */
export function languageFinding(name: string, loadMs: number, speed: LanguageSpeed, other?: string): Finding {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { coldMs, keptMs, tokensPerSecond } = speed;
  const text =
    `${name}: loaded in ${seconds(loadMs)}; first word after ${seconds(keptMs)} ` +
    `(${seconds(coldMs)} with new instructions), then ${tokensPerSecond.toFixed(0)} tokens per second`;
  const hint = other && `${other} should be fast enough: ${ADD} ${other}`;
  if (isFastEnough(speed)) return { ...ok(text), ...(hint && { hint }) };
  return note(`${text}, which is too slow for a conversation`, hint ?? ALTERNATIVES);
}
