import { LANGUAGE_RUNTIME } from '../catalogue/language-entries.ts';
import type { InstalledModel, ModelFolder } from '../store/model-folder.ts';

/** The language model that answers; `undefined` where there is none, or nothing that runs it. */
export async function findLanguageModel(
  folder: ModelFolder,
  wanted?: string,
): Promise<InstalledModel | undefined> {
  if (!(await folder.locate(LANGUAGE_RUNTIME.name))) return undefined;
  return folder.best('language-model', wanted);
}
