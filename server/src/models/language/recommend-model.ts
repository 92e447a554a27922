import { availableParallelism } from 'node:os';
import { CATALOGUE } from '../catalogue/catalogue.ts';
import { type CatalogueEntry, sizeOf } from '../catalogue/model-entry.ts';
import { isFastEnough, type LanguageSpeed, speedOf } from './measure-speed.ts';

/** It answered in time on two idle cores. */
const ON_TWO_CORES = 'qwen2.5-coder-0.5b';

/** The language models of the catalogue that this machine can load, from the quickest to the best. */
const candidates = (): readonly CatalogueEntry[] =>
  CATALOGUE.filter(({ purpose, unavailable }) => purpose === 'language-model' && !unavailable);

/**
 * The best language model of the catalogue that should answer in time here, reckoned from one that was measured; `undefined` where
 * none should.
 * @param measuredBytes size of the model that was measured
 */
export const recommendModel = (
  measuredBytes: number,
  speed: LanguageSpeed,
  models = candidates(),
): CatalogueEntry | undefined =>
  models.findLast(({ files }) => isFastEnough(speedOf(speed, sizeOf(files) / measuredBytes)));

/** The language model to begin with, where none was measured. */
export const firstModel = (
  cores = availableParallelism(),
  models = candidates(),
): CatalogueEntry | undefined =>
  (cores > 1 ? models.find(({ name }) => name === ON_TWO_CORES) : undefined) ?? models[0];
