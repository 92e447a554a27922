import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPcm } from '../../audio/pcm.ts';
import { objectAt, objectOf } from '../../lib/json-reader.ts';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime } from '../../models/runtime/onnx-types.ts';
import { SILENCE } from '../finish-clause.ts';
import type { ClauseAudio, TimedPhone } from '../voice.ts';
import { DURATIONS, durationOutputBytes } from './model-durations.ts';
import type { PronunciationStep } from './pronounce.ts';

/** The fields of a voice's `.onnx.json` that are used. */
interface PiperConfig {
  sampleRate: number;
  /** Numbers of the symbols. */
  ids: Readonly<Record<string, readonly number[]>>;
  noiseScale: number;
  lengthScale: number;
  noiseWidth: number;
}

/** Symbols with a special meaning: padding, beginning, end. */
const PAD = '_';
const BEGIN = '^';
const END = '$';
/** A shorter pause within speech does not close the lips. */
const MIN_PAUSE_MS = 40;

/** A loaded voice of Piper: phonemes in, audio with the times of the phonemes out. */
export class PiperModel {
  readonly #runtime: OnnxRuntime;
  readonly #session: InferenceSession;
  readonly #config: PiperConfig;

  private constructor(runtime: OnnxRuntime, session: InferenceSession, config: PiperConfig) {
    this.#runtime = runtime;
    this.#session = session;
    this.#config = config;
  }

  /**
   * @throws Error with a whole sentence, if the files are not an English voice of Piper, or of a version that the
   * runtime does not support
   */
  static async open(runtime: OnnxRuntime, folder: string, file: string): Promise<PiperModel> {
    const config = readPiperConfig(await readFile(join(folder, `${file}.json`), 'utf8'));
    const model = await readFile(join(folder, file));
    const tail = durationOutputBytes(model);
    const session = await openSession(runtime, tail ? Buffer.concat([model, tail]) : model);
    for (const name of ['input', 'input_lengths', 'scales']) {
      if (!session.inputNames.includes(name))
        throw new Error(`${file} is not a Piper voice: it has no input ${name}`);
    }
    return new PiperModel(runtime, session, config);
  }

  /** Speaks phonemes. `lengthScale` stretches the audio; 1 is the voice's own tempo. */
  async speak(steps: readonly PronunciationStep[], lengthScale = 1): Promise<ClauseAudio> {
    const { sampleRate, noiseScale, lengthScale: ownScale, noiseWidth } = this.#config;
    const { ids, owners } = this.#toSymbolIds(steps);
    const { Tensor } = this.#runtime;
    const outputs = await this.#session.run({
      input: new Tensor('int64', BigInt64Array.from(ids, BigInt), [1, ids.length]),
      input_lengths: new Tensor('int64', BigInt64Array.of(BigInt(ids.length)), [1]),
      scales: new Tensor('float32', Float32Array.of(noiseScale, ownScale * lengthScale, noiseWidth), [3]),
      // A model with several speakers uses its first.
      ...(this.#session.inputNames.includes('sid') && {
        sid: new Tensor('int64', BigInt64Array.of(0n), [1]),
      }),
    });
    const samples = outputs[this.#session.outputNames[0]!]!.data as Float32Array;
    const durations = outputs[DURATIONS]?.data as Float32Array | undefined;
    const pcm = toPcm(samples);
    const totalMs = (1000 * pcm.length) / sampleRate;
    const phones =
      durations?.length === ids.length
        ? timesOf(durations, owners, steps, totalMs)
        : [{ phone: 'ax', endMs: totalMs }];
    return { pcm, sampleRate, phones };
  }

  /**
   * Converts the steps to symbol numbers, each followed by a padding. `owners`: for each symbol, the number of the
   * sound to which it belongs, counted over all steps.
   */
  #toSymbolIds(steps: readonly PronunciationStep[]): { ids: number[]; owners: number[] } {
    const ids: number[] = [];
    const owners: number[] = [];
    const add = (symbol: string, owner: number) => {
      for (const id of this.#config.ids[symbol] ?? []) {
        ids.push(id);
        owners.push(owner);
      }
    };
    add(BEGIN, -1);
    add(PAD, -1);
    let owner = -1;
    steps.forEach((step, at) => {
      if (at > 0 && !('mark' in step)) for (const symbol of [' ', PAD]) add(symbol, owner);
      for (const symbols of 'mark' in step ? [step.mark] : step.sounds.map((sound) => sound.symbols)) {
        owner++;
        for (const symbol of Array.from(symbols.normalize('NFD'))) {
          if (!this.#config.ids[symbol]) continue;
          add(symbol, owner);
          add(PAD, owner);
        }
      }
    });
    add(END, owner);
    return { ids, owners };
  }
}

/** Adds up the frames of each sound. The length of a frame is the total length divided by the number of frames. */
function timesOf(
  durations: Float32Array,
  owners: readonly number[],
  steps: readonly PronunciationStep[],
  totalMs: number,
): TimedPhone[] {
  const names = steps.flatMap((step) => ('mark' in step ? [SILENCE] : step.sounds.map(({ phone }) => phone)));
  const frames = new Float64Array(names.length + 1);
  let all = 0;
  durations.forEach((count, at) => {
    frames[owners[at]! + 1]! += count;
    all += count;
  });
  if (!(all > 0)) return [];
  const phones: TimedPhone[] = [];
  let endMs = 0;
  frames.forEach((count, at) => {
    const ms = (count * totalMs) / all;
    endMs += ms;
    const phone = at === 0 ? SILENCE : names[at - 1]!;
    const last = phones.at(-1);
    const isShort = phone === SILENCE && ms < MIN_PAUSE_MS && at < frames.length - 1;
    if (isShort && last) last.endMs = endMs;
    else if (ms > 0) phones.push({ phone, endMs });
  });
  return phones;
}

/** @throws Error that names what is missing */
export function readPiperConfig(text: string): PiperConfig {
  const config = objectOf(JSON.parse(text));
  const sampleRate = objectAt(config, 'audio')?.sample_rate;
  if (typeof sampleRate !== 'number' || !(sampleRate >= 8000 && sampleRate <= 48_000))
    throw new Error("the voice's description has no valid sample rate");
  const ids = objectAt(config, 'phoneme_id_map');
  const isMap =
    ids !== undefined &&
    Object.values(ids).every((list) => Array.isArray(list) && list.every(Number.isInteger));
  if (!isMap || ![PAD, BEGIN, END].every((symbol) => symbol in ids))
    throw new Error("the voice's description has no valid phonemes");
  const spoken = objectAt(config, 'espeak')?.voice;
  if (typeof spoken === 'string' && !/^en\b/.test(spoken))
    throw new Error(`the voice speaks "${spoken}", but this service supports only English Piper voices`);
  const scales = objectAt(config, 'inference');
  const scale = (name: string, usual: number) => {
    const value = scales?.[name];
    return typeof value === 'number' && value > 0 && value < 10 ? value : usual;
  };
  return {
    sampleRate,
    ids: ids as PiperConfig['ids'],
    noiseScale: scale('noise_scale', 0.667),
    lengthScale: scale('length_scale', 1),
    noiseWidth: scale('noise_w', 0.8),
  };
}
