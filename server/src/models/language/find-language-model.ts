import { LANGUAGE_RUNTIME } from '../catalogue/language-entries.ts';
import type { InstalledModel, ModelFolder } from '../store/model-folder.ts';

/** Returns the language model to use; undefined if there is none, or no runtime for it. */
export async function findLanguageModel(
  folder: ModelFolder,
  wanted?: string,
): Promise<InstalledModel | undefined> {
  if (!(await folder.locate(LANGUAGE_RUNTIME.name))) return undefined;
  return folder.best('language-model', wanted);
}
