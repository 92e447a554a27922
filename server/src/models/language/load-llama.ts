import { readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { LANGUAGE_RUNTIME } from '../catalogue/language-entries.ts';
import { RuntimeMissing } from '../runtime/onnx-runtime.ts';
import type { LlamaLibrary } from './llama-types.ts';

const ERRORS_ONLY = 2;

/**
 * Loads llama.cpp, the library that `visavis models add language-runtime` installed in `modelsFolder`. This is native
 * code, which may crash its process.
 * @throws RuntimeMissing if it is not installed or does not work on this machine
 */
export async function loadLlama(modelsFolder: string): Promise<LlamaLibrary> {
  const bins = join(modelsFolder, LANGUAGE_RUNTIME.name, LANGUAGE_RUNTIME.into, 'bins');
  const [platform] = await readdir(bins).catch(() => []);
  if (!platform)
    throw new RuntimeMissing('llama.cpp is not installed (npx visavis models add language-runtime)');
  const folder = join(bins, platform);
  try {
    const library = createRequire(import.meta.url)(join(folder, 'llama-addon.node')) as LlamaLibrary;
    library.setLogger((_level, text) => process.stderr.write(text));
    library.setLoggerLogLevel(ERRORS_ONLY);
    library.loadBackends();
    // There is a backend for each processor generation; the library selects the best that runs here.
    if (library.getGpuType() === undefined) library.loadBackends(folder);
    await library.init();
    return library;
  } catch (error) {
    const [why] = (error as Error).message.split('\n');
    throw new RuntimeMissing(`llama.cpp does not work on this machine: ${why}`);
  }
}
