import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import {
  MANIFEST_FILE,
  MODEL_NAME,
  type ModelManifest,
  type ModelPurpose,
  readManifest,
} from '../catalogue/model-entry.ts';
import { hashFile } from './hash-file.ts';
import { explainWriteError } from './model-error.ts';

/** An installed model that is complete as far as the sizes of its files show. */
export interface InstalledModel {
  manifest: ModelManifest;
  folder: string;
}

export type ModelState =
  | { state: 'installed'; model: InstalledModel }
  /** A download that was broken off, and goes on when it is requested again. */
  | { state: 'partial'; bytes: number }
  /** `reason`: what is missing or has changed. */
  | { state: 'damaged'; reason: string }
  | { state: 'absent' };

const PARTIAL = '.partial';

/** The folder `models` of a data directory: each model is a folder in it, with a `model.json` that was written last. */
export class ModelFolder {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'models');
  }

  /** Where the files of a model wait until all of them are there. */
  partialPath(name: string): string {
    return join(this.path, `${checkName(name)}${PARTIAL}`);
  }

  installedPath(name: string): string {
    return join(this.path, checkName(name));
  }

  /** How much is here of a model whose download was broken off; `undefined` where none was. */
  partialBytes(name: string): Promise<number | undefined> {
    return bytesIn(this.partialPath(name));
  }

  /** Looks at names and sizes only; `verify` reads the content. */
  async stateOf(name: string): Promise<ModelState> {
    const folder = this.installedPath(name);
    const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => undefined);
    if (text === undefined) {
      const bytes = await this.partialBytes(name);
      if (bytes) return { state: 'partial', bytes };
      return (await stat(folder).catch(() => undefined))
        ? { state: 'damaged', reason: `${MANIFEST_FILE} is missing` }
        : { state: 'absent' };
    }
    try {
      const manifest = readManifest(text);
      const reason = await missingIn(folder, manifest);
      return reason ? { state: 'damaged', reason } : { state: 'installed', model: { manifest, folder } };
    } catch (error) {
      return { state: 'damaged', reason: `${MANIFEST_FILE}: ${(error as Error).message}` };
    }
  }

  /** The model, or `undefined` where it is not installed or is damaged. */
  async locate(name: string): Promise<InstalledModel | undefined> {
    const found = await this.stateOf(name);
    return found.state === 'installed' ? found.model : undefined;
  }

  async names(): Promise<string[]> {
    const found = await readdir(this.path, { withFileTypes: true }).catch(() => []);
    const names = found
      .filter((entry) => entry.isDirectory())
      .map((entry) => (entry.name.endsWith(PARTIAL) ? entry.name.slice(0, -PARTIAL.length) : entry.name));
    return [...new Set(names)].filter((name) => MODEL_NAME.test(name)).sort();
  }

  /** The models for this purpose that are installed and undamaged, by name. */
  async installed(purpose: ModelPurpose): Promise<InstalledModel[]> {
    const models = await Promise.all((await this.names()).map((name) => this.locate(name)));
    return models.filter((model) => model?.manifest.purpose === purpose) as InstalledModel[];
  }

  /** Of the models for a purpose, the one called `wanted`, else one of the operator's own, else the best of the catalogue. */
  async best(purpose: ModelPurpose, wanted?: string): Promise<InstalledModel | undefined> {
    const all = await this.installed(purpose);
    if (wanted !== undefined) return all.find(({ manifest }) => manifest.name === wanted);
    const rank = ({ manifest }: InstalledModel) => {
      const at = CATALOGUE.findIndex(({ name }) => name === manifest.name);
      return at < 0 ? Number.POSITIVE_INFINITY : at;
    };
    return all.sort((one, other) => rank(other) - rank(one))[0];
  }

  /** Returns what is wrong with the model's files, by their content; `undefined` where nothing is. */
  async verify(name: string): Promise<string | undefined> {
    const found = await this.stateOf(name);
    if (found.state === 'damaged') return found.reason;
    if (found.state !== 'installed') return 'it is not installed';
    return verifyFiles(found.model);
  }

  /** @throws ModelError where the folder cannot be written */
  async remove(name: string): Promise<void> {
    try {
      await rm(this.installedPath(name), { recursive: true, force: true });
      await rm(this.partialPath(name), { recursive: true, force: true });
    } catch (error) {
      throw explainWriteError(error, this.path);
    }
  }
}

/**
 * Reads all files of the models before they are loaded. @throws Error that says which of them has changed since it was
 * installed, and what to do
 */
export async function requireVerified(...models: readonly InstalledModel[]): Promise<void> {
  for (const model of models) {
    const fault = await verifyFiles(model);
    if (fault) throw new Error(`${model.manifest.name}: ${fault}; run \`npx visavis models verify\``);
  }
}

/** Returns what is wrong with the content of a model's files; `undefined` where nothing is. */
async function verifyFiles({ manifest, folder }: InstalledModel): Promise<string | undefined> {
  for (const { path, sha256 } of manifest.files) {
    if ((await hashFile(join(folder, path))) !== sha256) return `${path} has changed since it was installed`;
  }
  return undefined;
}

function checkName(name: string): string {
  if (!MODEL_NAME.test(name)) throw new RangeError(`"${name}" is not a valid name of a model`);
  return name;
}

async function missingIn(folder: string, { files }: ModelManifest): Promise<string | undefined> {
  for (const { path, bytes } of files) {
    const found = await stat(join(folder, path)).catch(() => undefined);
    if (!found) return `${path} is missing`;
    if (found.size !== bytes) return `${path} has ${found.size} bytes instead of ${bytes}`;
  }
  return undefined;
}

async function bytesIn(folder: string): Promise<number | undefined> {
  const files = await readdir(folder, { recursive: true }).catch(() => undefined);
  if (!files) return undefined;
  const sizes = await Promise.all(
    files.map(async (file) => {
      const found = await stat(join(folder, file)).catch(() => undefined);
      return found?.isFile() ? found.size : 0;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
