import { stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Where `fetch-test-models.ts` puts them; `npm ci` removes it, `npm run clean` does not. */
export const FETCHED_MODELS = fileURLToPath(
  new URL('../../../../node_modules/.cache/visavis-test-models', import.meta.url),
);

/** What benches use beyond them: see `fetch-test-models.ts`. */
export const FETCHED_FOR_BENCHES = `${FETCHED_MODELS}-benches`;

/**
 * The folder of the long tests' models, one that `visavis models add --from` takes: what `VISAVIS_TEST_MODELS` names, or what
 * was fetched; `undefined` where there is none.
 */
export async function testModels(): Promise<string | undefined> {
  const named = process.env.VISAVIS_TEST_MODELS;
  if (named) return named;
  const isThere = await stat(FETCHED_MODELS).catch(() => undefined);
  return isThere && FETCHED_MODELS;
}

/** The same for a test, which reports that it is skipped. */
export async function modelsFor(what: string): Promise<string | undefined> {
  const models = await testModels();
  if (!models)
    process.stderr.write(
      `\nSKIPPED: ${what}; its models are not here (npm run test:models, or VISAVIS_TEST_MODELS)\n`,
    );
  return models;
}
