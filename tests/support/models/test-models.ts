import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of `fetch-test-models.ts`; `npm ci` removes it, `npm run clean` does not. */
export const FETCHED_MODELS = fileURLToPath(
  new URL('../../../../node_modules/.cache/visavis-test-models', import.meta.url),
);

/** Further models that benches use: see `fetch-test-models.ts`. */
export const FETCHED_FOR_BENCHES = `${FETCHED_MODELS}-benches`;

/** The language model for tests and its runtime, in the same kind of folder. */
export const FETCHED_LANGUAGE = `${FETCHED_MODELS}-language`;

/** A language model that calls tools, without its runtime. */
export const FETCHED_TOOLS = `${FETCHED_MODELS}-tools`;
export const TOOLS_MODEL = join(FETCHED_TOOLS, 'qwen2.5-coder-0.5b');

/** A model for search by meaning. */
export const FETCHED_EMBEDDINGS = `${FETCHED_MODELS}-embeddings`;

/**
 * Returns the folder of the long tests' models, for `visavis models add --from`: that of `VISAVIS_TEST_MODELS`, or the
 * fetched one; `undefined` if there is none.
 */
export async function testModels(): Promise<string | undefined> {
  const named = process.env.VISAVIS_TEST_MODELS;
  if (named) return named;
  const isThere = await stat(FETCHED_MODELS).catch(() => undefined);
  return isThere && FETCHED_MODELS;
}

/** Returns the same folder for a test, which reports that it is skipped if there is none. */
export const modelsFor = async (what: string) => orSkipped(what, await testModels());

/** Returns the folder of the language model, for a test. */
export const languageFor = async (what: string) =>
  orSkipped(what, (await stat(FETCHED_LANGUAGE).catch(() => undefined)) && FETCHED_LANGUAGE);

/** Returns the folder of the language model that calls tools, for a test. */
export const toolsFor = async (what: string) =>
  orSkipped(what, (await stat(TOOLS_MODEL).catch(() => undefined)) && FETCHED_TOOLS);

/** Returns the folder of the model for search by meaning, for a test. */
export const embeddingsFor = async (what: string) =>
  orSkipped(what, (await stat(FETCHED_EMBEDDINGS).catch(() => undefined)) && FETCHED_EMBEDDINGS);

function orSkipped(what: string, models: string | undefined): string | undefined {
  if (!models)
    process.stderr.write(
      `\nSKIPPED: ${what}; its models are not here (npm run test:models, or VISAVIS_TEST_MODELS)\n`,
    );
  return models;
}
