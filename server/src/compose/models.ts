import type { Config } from '../config.ts';
import type { ModelKeeper } from '../domain/models/local-models.ts';
import type { Logger } from '../lib/logger.ts';
import { ADD_COMMAND, CATALOGUE, SHORT_NAMES } from '../models/catalogue/catalogue.ts';
import type { CatalogueEntry } from '../models/catalogue/model-entry.ts';
import { adviseLanguage } from '../models/language/advise-language.ts';
import { LanguageSpeeds } from '../models/language/language-speeds.ts';
import { listModels } from '../models/store/list-models.ts';
import { ModelDownloads } from '../models/store/model-downloads.ts';
import { ModelFolder } from '../models/store/model-folder.ts';

export function composeModels(
  { dataDir, models: { mirror, language } }: Pick<Config, 'dataDir' | 'models'>,
  log: Logger,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): ModelKeeper {
  const folder = new ModelFolder(dataDir);
  const speeds = new LanguageSpeeds(dataDir);
  const downloads = new ModelDownloads({ folder, mirror, catalogue, log });
  return {
    path: folder.path,
    command: ADD_COMMAND,
    shortNames: SHORT_NAMES,
    get latestDownload() {
      return downloads.latest;
    },
    list: () => listModels(folder, catalogue),
    adviseLanguage: () => adviseLanguage(folder, speeds, { wanted: language, catalogue }),
    verify: (name) => folder.verify(name),
    remove: (name) => folder.remove(name),
    download: (names) => downloads.start(names),
    stopDownload: () => downloads.stop(),
  };
}
