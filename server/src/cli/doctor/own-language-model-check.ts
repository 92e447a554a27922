import { adviseLanguage, recommendFrom } from '../../models/language/advise-language.ts';
import { findLanguageModel } from '../../models/language/find-language-model.ts';
import { LanguageSpeeds, type MeasuredLanguage } from '../../models/language/language-speeds.ts';
import { LlamaChat } from '../../models/language/llama-chat.ts';
import { isFastEnough, type LanguageSpeed, measureLanguage } from '../../models/language/measure-speed.ts';
import { type InstalledModel, ModelFolder, requireVerified } from '../../models/store/model-folder.ts';
import { type Check, type Finding, note, ok } from './finding.ts';

const ALTERNATIVES =
  'Set the key of a provider, run your own model server (LLM_BASE_URL), or free some CPU and memory on this machine.';
const ADD = 'npx visavis models add';

/** Reports the speed on this machine of the language model that answers without a key; measures it the first time. */
export const checkOwnLanguageModel: Check = {
  name: 'Language model',
  async run({ dataDir, models: { language } }, { measuresAgain = false } = {}) {
    const folder = new ModelFolder(dataDir);
    const speeds = new LanguageSpeeds(dataDir);
    const model = await findLanguageModel(folder, language);
    if (!model) {
      if (language !== undefined)
        return note(
          `${language} (VISAVIS_LANGUAGE_MODEL) is not installed`,
          'npx visavis models list shows the installed models.',
        );
      const { recommended, reason } = await adviseLanguage(folder, speeds, { wanted: language });
      const basis = reason === 'measured' ? '' : ' (an estimate from its cores and memory)';
      return note(
        `none installed on this machine${recommended ? `; ${recommended.name} should suit it${basis}` : ''}`,
        recommended ? `To answer without a key: ${ADD} ${recommended.name}` : ALTERNATIVES,
      );
    }
    try {
      const known = measuresAgain ? undefined : await speeds.find(model.manifest);
      if (known) await requireVerified(model);
      const { measured, loadMs } = known ? { measured: known } : await measure(folder, model, speeds);
      const { recommended } = recommendFrom(model, measured);
      const other = recommended?.name === measured.model ? undefined : recommended?.name;
      return languageFinding(measured, { loadMs, other });
    } catch (error) {
      return note(
        `${(error as Error).message}; the offline demo answers instead`,
        'Run npx visavis models verify to check whether its files are damaged.',
      );
    }
  },
};

async function measure(
  folder: ModelFolder,
  model: InstalledModel,
  speeds: LanguageSpeeds,
): Promise<{ measured: MeasuredLanguage; loadMs: number }> {
  const beganAt = performance.now();
  const chat = await LlamaChat.load(folder.path, model);
  const loadMs = performance.now() - beganAt;
  const measured = speeds.measurementOf(model.manifest, await measureLanguage(chat));
  // If it cannot be written, the next run measures again.
  await speeds.save(measured).catch(() => undefined);
  return { measured, loadMs };
}

/** `loadMs` is undefined for an earlier measurement; `other` is a model that should suit this machine better. */
export function languageFinding(
  measured: Pick<MeasuredLanguage, 'model' | 'measuredAt' | keyof LanguageSpeed>,
  { loadMs, other }: { loadMs?: number | undefined; other?: string | undefined } = {},
): Finding {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  const { model, coldMs, keptMs, tokensPerSecond, measuredAt } = measured;
  const speed =
    `${model}: ${loadMs === undefined ? '' : `loaded in ${seconds(loadMs)}; `}first word after ${seconds(keptMs)} ` +
    `(${seconds(coldMs)} with new instructions), then ${tokensPerSecond.toFixed(0)} tokens per second`;
  const when =
    loadMs === undefined
      ? `; measured on ${measuredAt.slice(0, 10)} (npx visavis doctor --measure measures it again)`
      : '';
  const hint = other && `${other} should be fast enough: ${ADD} ${other}`;
  if (isFastEnough(measured)) return { ...ok(speed + when), ...(hint && { hint }) };
  return note(
    `${speed}, which is too slow for a conversation${when}`,
    hint ? `${hint}, then npx visavis models remove ${model}` : ALTERNATIVES,
  );
}
