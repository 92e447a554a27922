import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, type ModelManifest, sizeOf } from '../catalogue/model-entry.ts';
import type { ModelFolder, ModelState } from './model-folder.ts';

export interface ListedModel extends Omit<ModelManifest, 'files'> {
  bytes: number;
  needs: readonly string[];
  /** Why this machine cannot run it. */
  unavailable?: string | undefined;
  installation: ModelState;
}

/** Lists all models of the catalogue, in its order, then other readable ones in the folder. */
export async function listModels(
  folder: ModelFolder,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): Promise<ListedModel[]> {
  const others = (await folder.names()).filter((name) => !catalogue.some((entry) => entry.name === name));
  const known = catalogue.map(async ({ files, ...entry }) => ({
    ...entry,
    bytes: sizeOf(files),
    installation: await folder.stateOf(entry.name),
  }));
  const own = others.map(async (name): Promise<ListedModel | undefined> => {
    const installation = await folder.stateOf(name);
    if (installation.state !== 'installed') return undefined;
    const { files, ...manifest } = installation.model.manifest;
    return { ...manifest, bytes: sizeOf(files), needs: [], installation };
  });
  const all: (ListedModel | undefined)[] = await Promise.all([...known, ...own]);
  return all.filter((model) => model !== undefined);
}
