import { memoryOf } from '../catalogue/language-entries.ts';
import { type CatalogueEntry, type ModelFile, sizeOf } from '../catalogue/model-entry.ts';
import type { InstalledModel, ModelFolder } from '../store/model-folder.ts';
import { findLanguageModel } from './find-language-model.ts';
import type { LanguageSpeeds, MeasuredLanguage } from './language-speeds.ts';
import { firstClauseMs, isFastEnough, type LanguageSpeed, MAX_FIRST_CLAUSE_MS } from './measure-speed.ts';
import { estimateSpeed, firstModel, loadableModels, recommendModel } from './recommend-model.ts';

/** Which language model suits this machine. */
export interface LanguageAdvice {
  /** The installed model that answers without a key. */
  used: string | undefined;
  /**
   * The largest model that should answer in time: of the catalogue, or the one that is used. Undefined if there is
   * none. `firstClauseMs` is undefined if it is only estimated from the cores and memory of this machine.
   */
  recommended: { name: string; firstClauseMs: number | undefined; memoryBytes: number } | undefined;
  /**
   * Why: `measured` and `too-slow` follow from `measured`; `estimated` from the cores and memory of this machine;
   * `unavailable` means that it can run no model of the catalogue.
   */
  reason: 'measured' | 'estimated' | 'too-slow' | 'unavailable';
  /**
   * The measurement of the model that is used, otherwise the latest on this machine. `firstClauseMs` is undefined if no
   * token came.
   */
  measured: (MeasuredLanguage & { firstClauseMs: number | undefined }) | undefined;
  maxFirstClauseMs: number;
}

export interface AdviceOptions {
  /** The model that the settings name. */
  wanted: string | undefined;
  catalogue?: readonly CatalogueEntry[];
}

/** Recommends a language model, from what was measured on this machine or, without that, an estimate. */
export async function adviseLanguage(
  folder: ModelFolder,
  speeds: LanguageSpeeds,
  { wanted, catalogue }: AdviceOptions,
): Promise<LanguageAdvice> {
  const used = await findLanguageModel(folder, wanted);
  const measured = (used && (await speeds.find(used.manifest))) ?? (await speeds.here())[0];
  return {
    used: used?.manifest.name,
    ...recommendFrom(used, measured, loadableModels(catalogue)),
    measured: measured && { ...measured, firstClauseMs: firstClauseMs(measured) },
    maxFirstClauseMs: MAX_FIRST_CLAUSE_MS,
  };
}

/** @param models those that this machine can load */
export function recommendFrom(
  used: InstalledModel | undefined,
  measured: MeasuredLanguage | undefined,
  models = loadableModels(),
): Pick<LanguageAdvice, 'recommended' | 'reason'> {
  if (measured) {
    const best = recommendModel(measured, models);
    // The operator's own model may be larger than the best of the catalogue.
    const isLargest = !best || sizeOf(best.files) <= measured.bytes;
    if (used?.manifest.name === measured.model && isFastEnough(measured) && isLargest)
      return { reason: 'measured', recommended: recommendation(used.manifest, measured) };
    if (best) return { reason: 'measured', recommended: recommendation(best, estimateSpeed(measured, best)) };
    // Without a single token, nothing is known about smaller models.
    if (measured.tokensPerSecond > 0) return { reason: 'too-slow', recommended: undefined };
  }
  const first = firstModel(undefined, models);
  if (first && sizeOf(first.files) < (measured?.bytes ?? Number.POSITIVE_INFINITY))
    return { reason: 'estimated', recommended: recommendation(first) };
  return { reason: measured ? 'too-slow' : 'unavailable', recommended: undefined };
}

function recommendation(
  { name, files, size }: Pick<CatalogueEntry, 'name' | 'size'> & { files: readonly ModelFile[] },
  speed?: LanguageSpeed,
): LanguageAdvice['recommended'] {
  return { name, firstClauseMs: speed && firstClauseMs(speed), memoryBytes: memoryOf(sizeOf(files), size) };
}
