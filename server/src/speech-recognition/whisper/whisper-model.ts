import { join } from 'node:path';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';
import type { Transcription } from '../recognizer.ts';
import { type Attempt, type Past, searchBeam } from './beam-search.ts';
import { logMel, MEL_BANDS, MEL_HOP } from './log-mel.ts';
import { isSaidTwice, SENTENCE_TOKENS } from './repetition.ts';
import { lastRow } from './token-scores.ts';
import { readWhisperFacts, type WhisperFacts } from './whisper-files.ts';

/** The window on which the model was trained, and the longest audio that it transcribes at once. */
export const LONGEST_MS = 30_000;
/** A shorter window is faster; below this the model begins to repeat itself. */
const SHORTEST_WINDOW_MS = 10_000;
const WINDOW_TAIL_MS = 2000;
/** Number of texts that are followed at once, to find the likeliest as a whole. */
const TEXTS_FOLLOWED = 3;
/** Longer audio uses fewer texts: 26 s take 2.7 s instead of 3.3, and free speech in noise is no worse. */
const LONG_SOUND_MS = 12_000;
const TEXTS_OF_LONG_SOUND = 2;
/** No speech has more tokens per second. */
const MAX_TOKENS_PER_SECOND = 12;
/** Words of a lower log probability are guesses. */
const DOUBT = -1;
/** Words are also guesses if silence is at least this likely. */
const NO_SPEECH = 0.6;
/** Matches the texts that the model writes for audio without words. */
const NO_WORDS = /^[\s.…♪-]*$|^\s*[[(*♪][^\])*]*[\])*♪]\s*$/u;

/** Whisper with the files that Hugging Face's Optimum exports: an encoder, and one decoder for all steps. */
export class WhisperModel {
  readonly #runtime: OnnxRuntime;
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #facts: WhisperFacts;
  /**
   * Names of the outputs, except those that the first step computed from the encoder's output: they do not change, and
   * copying them takes as long as the step.
   */
  readonly #outputsOfLaterSteps: readonly string[];
  /** Whether the export has a built-in window length. */
  #windowIsFixed = false;

  private constructor(
    runtime: OnnxRuntime,
    encoder: InferenceSession,
    decoder: InferenceSession,
    facts: WhisperFacts,
  ) {
    this.#runtime = runtime;
    this.#encoder = encoder;
    this.#decoder = decoder;
    this.#facts = facts;
    this.#outputsOfLaterSteps = decoder.outputNames.filter((name) => !name.includes('.encoder.'));
  }

  /** @throws Error if a file is missing, or is not a model that this runtime can open */
  static async open(runtime: OnnxRuntime, folder: string): Promise<WhisperModel> {
    const facts = await readWhisperFacts(folder);
    const encoder = await openSession(runtime, join(folder, 'onnx/encoder_model_quantized.onnx'));
    const decoder = await openSession(runtime, join(folder, 'onnx/decoder_model_merged_quantized.onnx'));
    const model = new WhisperModel(runtime, encoder, decoder, facts);
    await model.#tryShortWindow();
    return model;
  }

  /** Transcribes the latest 30 seconds of the samples. After an abort, rejects with its reason at the next step. */
  async transcribe(samples: Float32Array, language?: string, signal?: AbortSignal): Promise<Transcription> {
    const heard = samples.subarray(Math.max(0, samples.length - (LONGEST_MS * MODEL_RATE) / 1000));
    const lengthMs = (heard.length * 1000) / MODEL_RATE;
    const windowMs = this.#windowIsFixed
      ? LONGEST_MS
      : Math.min(LONGEST_MS, Math.max(SHORTEST_WINDOW_MS, lengthMs + WINDOW_TAIL_MS));
    let hidden = await this.#encode(heard, windowMs);
    const spoken = await this.#languageOf(hidden, language);
    let attempt = await this.#decode(hidden, spoken, lengthMs, signal);
    if (isDoubtful(attempt) && windowMs < LONGEST_MS) {
      hidden = await this.#encode(heard, LONGEST_MS);
      attempt = await this.#decode(hidden, spoken, lengthMs, signal);
    }
    if (isSaidTwice(attempt.tokens)) attempt.tokens.length /= 2;
    const text = this.#facts.decode(attempt.tokens);
    const isNothing =
      (attempt.repeats > 0 && attempt.repeats < SENTENCE_TOKENS) ||
      NO_WORDS.test(text) ||
      (attempt.noSpeech > NO_SPEECH && attempt.logProbability < DOUBT / 2) ||
      attempt.logProbability < 1.5 * DOUBT;
    return { text: isNothing ? '' : text, language: spoken, logProbability: attempt.logProbability };
  }

  async #tryShortWindow(): Promise<void> {
    try {
      await this.#encode(new Float32Array(0), SHORTEST_WINDOW_MS);
    } catch {
      this.#windowIsFixed = true;
      await this.#encode(new Float32Array(0), LONGEST_MS);
    }
  }

  async #encode(samples: Float32Array, windowMs: number): Promise<Tensor> {
    const frames = 2 * Math.ceil(windowMs / 20);
    const padded = new Float32Array(frames * MEL_HOP);
    padded.set(samples.subarray(0, padded.length));
    const features = this.#floats(logMel(padded), [1, MEL_BANDS, frames]);
    const { last_hidden_state: hidden } = await this.#encoder.run({ input_features: features });
    if (!hidden) throw new Error('the encoder of the model has no output called last_hidden_state');
    return hidden;
  }

  /** Returns the given language if the model knows it, or the one that the first step finds likeliest. */
  async #languageOf(hidden: Tensor, given: string | undefined): Promise<string> {
    const { languages, startToken } = this.#facts;
    if (languages.size === 0) return 'en';
    if (given !== undefined && languages.has(given)) return given;
    const { logits } = await this.#step(hidden, [startToken], undefined);
    const scores = lastRow(logits);
    let best = 'en';
    for (const [language, token] of languages)
      if (scores[token]! > scores[languages.get(best) ?? token]!) best = language;
    return best;
  }

  #decode(
    hidden: Tensor,
    language: string,
    lengthMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Attempt> {
    const limit = Math.min(220, 8 + Math.ceil((lengthMs / 1000) * MAX_TOKENS_PER_SECOND));
    const step = (tokens: readonly number[], past: Past | undefined) => this.#step(hidden, tokens, past);
    const width = lengthMs <= LONG_SOUND_MS ? TEXTS_FOLLOWED : TEXTS_OF_LONG_SOUND;
    return searchBeam({ step, facts: this.#facts }, this.#promptFor(language), { limit, width, signal });
  }

  #promptFor(language: string): number[] {
    const { startToken, languages, transcribeToken, noTimestampsToken } = this.#facts;
    const token = languages.get(language);
    if (token === undefined || transcribeToken === undefined) return [startToken, noTimestampsToken];
    return [startToken, token, transcribeToken, noTimestampsToken];
  }

  /** Runs the decoder once; `past` is what it kept from the previous steps. */
  async #step(
    hidden: Tensor,
    tokens: readonly number[],
    past: Past | undefined,
  ): Promise<{ logits: Tensor; past: Past }> {
    const { Tensor: TensorOf } = this.#runtime;
    const feeds = {
      input_ids: new TensorOf('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: hidden,
      use_cache_branch: new TensorOf('bool', Uint8Array.of(past ? 1 : 0), [1]),
      ...(past ?? this.#noPast()),
    };
    const outputs = await this.#decoder.run(feeds, past ? this.#outputsOfLaterSteps : undefined);
    return { logits: outputs.logits!, past: { ...past, ...presentOf(outputs) } };
  }

  #noPast(): Past {
    const { layers, heads, headSize } = this.#facts;
    const past: Record<string, Tensor> = {};
    for (let layer = 0; layer < layers; layer++) {
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
        past[`past_key_values.${layer}.${part}`] = this.#floats(new Float32Array(0), [1, heads, 0, headSize]);
    }
    return past;
  }

  #floats(data: Float32Array, dims: readonly number[]): Tensor {
    return new this.#runtime.Tensor('float32', data, dims);
  }
}

/** Returns the decoder's outputs under the names by which the next step takes them. */
function presentOf(outputs: Record<string, Tensor>): Past {
  const present = Object.entries(outputs).filter(([name]) => name.startsWith('present.'));
  return Object.fromEntries(
    present.map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]),
  );
}

const isDoubtful = ({ repeats, logProbability, tokens }: Attempt): boolean =>
  repeats > 0 || logProbability < DOUBT || isSaidTwice(tokens);
