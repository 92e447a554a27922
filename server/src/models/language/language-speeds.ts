import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import Type, { type Static } from 'typebox';
import { Compile } from 'typebox/schema';
import { type ModelFile, sizeOf } from '../catalogue/model-entry.ts';
import type { LanguageSpeed } from './measure-speed.ts';

const Milliseconds = Type.Number({ minimum: 0 });
const Measured = Type.Object({
  model: Type.String(),
  /** The size of its files: another model of the same name is measured again. */
  bytes: Type.Integer({ minimum: 1 }),
  cpu: Type.String(),
  cores: Type.Integer({ minimum: 1 }),
  coldMs: Milliseconds,
  keptMs: Milliseconds,
  tokensPerSecond: Type.Number({ minimum: 0 }),
  /** ISO 8601. */
  measuredAt: Type.String({ format: 'date-time' }),
});
/** How fast a language model was on a machine. */
export type MeasuredLanguage = Static<typeof Measured>;

const files = Compile(Type.Object({ measurements: Type.Array(Measured) }));
/** The file is kept small: the oldest measurements are dropped. */
const MAX_MEASUREMENTS = 20;

/** A model of the catalogue, or an installed one. */
interface Sized {
  name: string;
  files: readonly ModelFile[];
}

interface Machine {
  cpu: string;
  cores: number;
}

/** Returns what decides how fast a language model is here. */
export const thisMachine = (): Machine => ({
  cpu: cpus()[0]?.model.trim() || 'unknown',
  cores: availableParallelism(),
});

/**
 * The measured speeds of language models, in `language-speed.json` of the data directory. A file that cannot be read
 * counts as empty, so that the speed is measured again.
 */
export class LanguageSpeeds {
  readonly #file: string;
  readonly #machine: Machine;

  constructor(dataDir: string, machine = thisMachine()) {
    this.#file = join(dataDir, 'language-speed.json');
    this.#machine = machine;
  }

  /** Returns the measurements on this machine, the latest first. */
  async here(): Promise<MeasuredLanguage[]> {
    const { cpu, cores } = this.#machine;
    return (await this.#read()).filter((each) => each.cpu === cpu && each.cores === cores);
  }

  /** Returns the measurement of this model on this machine. */
  async find(model: Sized): Promise<MeasuredLanguage | undefined> {
    const bytes = sizeOf(model.files);
    return (await this.here()).find((each) => each.model === model.name && each.bytes === bytes);
  }

  /** Returns the measurement of a model that was made now on this machine. */
  measurementOf(model: Sized, { coldMs, keptMs, tokensPerSecond }: LanguageSpeed): MeasuredLanguage {
    return {
      model: model.name,
      bytes: sizeOf(model.files),
      ...this.#machine,
      coldMs,
      keptMs,
      tokensPerSecond,
      measuredAt: new Date().toISOString(),
    };
  }

  /**
   * Stores a measurement, in place of an earlier one of the same model on the same machine.
   * @throws Error if the data directory cannot be written
   */
  async save(measured: MeasuredLanguage): Promise<void> {
    const { model, bytes, cpu, cores } = measured;
    const others = (await this.#read()).filter(
      (each) => each.cpu !== cpu || each.cores !== cores || each.model !== model || each.bytes !== bytes,
    );
    const measurements = [measured, ...others].slice(0, MAX_MEASUREMENTS);
    // Readers find the previous file or this one, never a part.
    const draft = `${this.#file}.${randomUUID()}`;
    try {
      await writeFile(draft, `${JSON.stringify({ measurements }, null, 2)}\n`);
      await rename(draft, this.#file);
    } finally {
      await rm(draft, { force: true });
    }
  }

  async #read(): Promise<MeasuredLanguage[]> {
    try {
      const value: unknown = JSON.parse(await readFile(this.#file, 'utf8'));
      return files.Check(value) ? value.measurements : [];
    } catch {
      return [];
    }
  }
}
