import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, sizeOf } from '../catalogue/model-entry.ts';
import { isFastEnough, type LanguageSpeed, scaleSpeed } from './measure-speed.ts';

/** A model of about this size answered in time on two cores. */
const ON_TWO_CORES = 'qwen3-0.6b';

/** Returns the catalogue's language models that this machine can load, in its order: from the fastest to the best. */
export const loadableModels = (catalogue = CATALOGUE): readonly CatalogueEntry[] =>
  catalogue.filter(({ purpose, unavailable }) => purpose === 'language-model' && !unavailable);

/** A model that was measured on this machine. `bytes` is the size of its files. */
export interface MeasuredModel extends LanguageSpeed {
  model: string;
  bytes: number;
}

/** Estimates the speed of a model of the catalogue on this machine from that of a measured one. */
export function estimateSpeed(measured: MeasuredModel, { files, size }: CatalogueEntry): LanguageSpeed {
  const timesBytes = sizeOf(files) / measured.bytes;
  const known = CATALOGUE.find(({ name }) => name === measured.model)?.size;
  // The operator's own model does not say how many parameters it has.
  const timesParameters = known && size ? size.parameters / known.parameters : timesBytes;
  return scaleSpeed(measured, { bytes: timesBytes, parameters: timesParameters });
}

/**
 * Returns the catalogue's best language model that should answer in time here, estimated from a measured one; undefined
 * if none should.
 */
export const recommendModel = (
  measured: MeasuredModel,
  models = loadableModels(),
): CatalogueEntry | undefined => models.findLast((model) => isFastEnough(estimateSpeed(measured, model)));

/** Returns the language model to start with, if none was measured. */
export const firstModel = (
  cores = availableParallelism(),
  models = loadableModels(),
): CatalogueEntry | undefined =>
  (cores > 1 ? models.find(({ name }) => name === ON_TWO_CORES) : undefined) ?? models[0];
