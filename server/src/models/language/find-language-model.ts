import { CATALOGUE } from '../catalogue/catalogue.ts';
import { LANGUAGE_RUNTIME } from '../catalogue/language-entries.ts';
import type { InstalledModel, ModelFolder } from '../store/model-folder.ts';

/**
 * The language model that answers: the one called `wanted`, else one of the operator's own, else the best of the catalogue;
 * `undefined` where there is none, or nothing that runs it.
 */
export async function findLanguageModel(
  folder: ModelFolder,
  wanted?: string,
): Promise<InstalledModel | undefined> {
  if (!(await folder.locate(LANGUAGE_RUNTIME.name))) return undefined;
  const all = await folder.installed('language-model');
  if (wanted !== undefined) return all.find(({ manifest }) => manifest.name === wanted);
  const rank = ({ manifest }: InstalledModel) => {
    const at = CATALOGUE.findIndex(({ name }) => name === manifest.name);
    return at < 0 ? Number.POSITIVE_INFINITY : at;
  };
  return all.sort((one, other) => rank(other) - rank(one))[0];
}
