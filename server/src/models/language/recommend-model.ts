import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, type ModelFile, sizeOf } from '../catalogue/model-entry.ts';
import { isFastEnough, type LanguageSpeed, speedOf } from './measure-speed.ts';

/** A model of about this size answered in time on two cores. */
const ON_TWO_CORES = 'qwen3-0.6b';

/** Returns the catalogue's language models that this machine can load, from the fastest to the best. */
const candidates = (): readonly CatalogueEntry[] =>
  CATALOGUE.filter(({ purpose, unavailable }) => purpose === 'language-model' && !unavailable);

/**
 * Returns the catalogue's best language model that should answer in time here, estimated from a measured one; undefined
 * if none should.
 */
export function recommendModel(
  measured: Pick<CatalogueEntry, 'name'> & { files: readonly ModelFile[] },
  speed: LanguageSpeed,
  models = candidates(),
): CatalogueEntry | undefined {
  const known = CATALOGUE.find(({ name }) => name === measured.name)?.size;
  return models.findLast(({ files, size }) => {
    const bytes = sizeOf(files) / sizeOf(measured.files);
    // The operator's own model does not say how many parameters it has.
    const parameters = known && size ? size.parameters / known.parameters : bytes;
    return isFastEnough(speedOf(speed, { bytes, parameters }));
  });
}

/** Returns the language model to start with, if none was measured. */
export const firstModel = (
  cores = availableParallelism(),
  models = candidates(),
): CatalogueEntry | undefined =>
  (cores > 1 ? models.find(({ name }) => name === ON_TWO_CORES) : undefined) ?? models[0];
