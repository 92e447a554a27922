import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, sizeOf } from '../catalogue/model-entry.ts';
import { isFastEnough, type LanguageSpeed, speedOf } from './measure-speed.ts';

/** This model answered in time on two idle cores. */
const ON_TWO_CORES = 'qwen2.5-coder-0.5b';

/** Returns the catalogue's language models that this machine can load, from the fastest to the best. */
export const candidates = (catalogue = CATALOGUE): readonly CatalogueEntry[] =>
  catalogue.filter(({ purpose, unavailable }) => purpose === 'language-model' && !unavailable);

/**
 * Returns the catalogue's best language model that should answer in time here, estimated from a measured one; undefined
 * if none should.
 * @param measuredBytes the size of the measured model
 */
export const recommendModel = (
  measuredBytes: number,
  speed: LanguageSpeed,
  models = candidates(),
): CatalogueEntry | undefined =>
  models.findLast(({ files }) => isFastEnough(speedOf(speed, sizeOf(files) / measuredBytes)));

/** Returns the language model to start with, if none was measured. */
export const firstModel = (
  cores = availableParallelism(),
  models = candidates(),
): CatalogueEntry | undefined =>
  (cores > 1 ? models.find(({ name }) => name === ON_TWO_CORES) : undefined) ?? models[0];
