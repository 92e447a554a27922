import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import {
  MANIFEST_FILE,
  MODEL_NAME,
  type ModelFile,
  type ModelManifest,
  type ModelPurpose,
  readManifest,
} from '../catalogue/model-entry.ts';
import { explainWriteError } from './model-error.ts';

/** An installed model that is complete, judging by the sizes of its files. */
export interface InstalledModel {
  manifest: ModelManifest;
  folder: string;
}

export type ModelState =
  | { state: 'installed'; model: InstalledModel }
  /** An interrupted download, which continues when it is requested again. */
  | { state: 'partial'; bytes: number }
  /** `reason` is what is missing or has changed. */
  | { state: 'damaged'; reason: string }
  | { state: 'absent' };

const PARTIAL = '.partial';

/** The `models` folder of a data directory. Each model is a subfolder with a `model.json`, which was written last. */
export class ModelFolder {
  readonly path: string;

  constructor(dataDir: string) {
    this.path = join(dataDir, 'models');
  }

  /** Returns where a model's files are collected until all of them are present. */
  partialPath(name: string): string {
    return join(this.path, `${checkName(name)}${PARTIAL}`);
  }

  installedPath(name: string): string {
    return join(this.path, checkName(name));
  }

  /** Returns how much of an interrupted download is present; undefined if there was none. */
  partialBytes(name: string): Promise<number | undefined> {
    return bytesIn(this.partialPath(name));
  }

  /** Checks only names and sizes; `verify` reads the content. */
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

  /** Returns the model, or undefined if it is not installed or is damaged. */
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

  /** Returns the installed, undamaged models for this purpose, by name. */
  async installed(purpose: ModelPurpose): Promise<InstalledModel[]> {
    const models = await Promise.all((await this.names()).map((name) => this.locate(name)));
    return models.filter((model) => model?.manifest.purpose === purpose) as InstalledModel[];
  }

  /** Returns the model called `wanted`, otherwise one of the operator's own, otherwise the best of the catalogue. */
  async best(purpose: ModelPurpose, wanted?: string): Promise<InstalledModel | undefined> {
    const all = await this.installed(purpose);
    if (wanted !== undefined) return all.find(({ manifest }) => manifest.name === wanted);
    const rank = ({ manifest }: InstalledModel) => {
      const at = CATALOGUE.findIndex(({ name }) => name === manifest.name);
      return at < 0 ? Number.POSITIVE_INFINITY : at;
    };
    return all.sort((one, other) => rank(other) - rank(one))[0];
  }

  /** Returns what is wrong with the content of the model's files, or undefined. */
  async verify(name: string): Promise<string | undefined> {
    const found = await this.stateOf(name);
    if (found.state === 'damaged') return found.reason;
    if (found.state !== 'installed') return 'it is not installed';
    return verifyFiles(found.model);
  }

  /** @throws ModelError if the folder cannot be written */
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
 * Verifies all files of models before they are loaded. @throws Error that says which one has changed since its
 * installation, and what to do
 */
export async function requireVerified(...models: readonly InstalledModel[]): Promise<void> {
  for (const model of models) {
    const fault = await verifyFiles(model);
    if (fault) throw new Error(`${model.manifest.name}: ${fault}; run \`npx visavis models verify\``);
  }
}

/** Returns what is wrong with the content of a model's files, or undefined. */
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
  const sizes = await Promise.all(files.map((file) => fileSize(join(folder, file))));
  return sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

/** Returns the size of a file in bytes; undefined if there is no such file. */
export async function fileSize(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() ? found.size : undefined;
}

/** Whether a file has the size and the SHA-256 that are expected of it. */
export const isIntact = async (path: string, { bytes, sha256 }: ModelFile): Promise<boolean> =>
  (await fileSize(path)) === bytes && (await hashFile(path)) === sha256;

/** Returns the SHA-256 in lower-case hexadecimal. Rejects with Node's error if the file cannot be read. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
