import { join } from 'node:path';
import { MODEL_RATE } from '../../audio/sample-rates.ts';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';
import type { Transcription } from '../recognizer.ts';
import { beamSearch, type Cache, type DecodedText } from './beam-search.ts';
import { logMel, MEL_BANDS, MEL_HOP } from './log-mel.ts';
import { isRepeatedOnce, SENTENCE_TOKENS } from './repetition.ts';
import { lastRow } from './token-scores.ts';
import { readWhisperFacts, type WhisperFacts } from './whisper-files.ts';

/** The window on which the model was trained, and the longest audio that it transcribes at once. */
export const MAX_AUDIO_MS = 30_000;
/** A shorter window is faster; below this the model begins to repeat itself. */
const MIN_WINDOW_MS = 10_000;
const WINDOW_TAIL_MS = 2000;
/** Number of hypotheses that are kept at each step of the beam search. */
const BEAM_WIDTH = 3;
/** Longer audio uses a narrower beam: 26 s take 2.7 s instead of 3.3, and free speech in noise is no worse. */
const LONG_AUDIO_MS = 12_000;
const LONG_AUDIO_BEAM_WIDTH = 2;
/** No speech has more tokens per second. */
const MAX_TOKENS_PER_SECOND = 12;
/** Text of a lower log probability is a guess. */
const DOUBTFUL_LOG_PROB = -1;
/** Text is also a guess if silence is at least this likely. */
const MIN_NO_SPEECH = 0.6;
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
    const latest = samples.subarray(Math.max(0, samples.length - (MAX_AUDIO_MS * MODEL_RATE) / 1000));
    const lengthMs = (latest.length * 1000) / MODEL_RATE;
    const windowMs = this.#windowIsFixed
      ? MAX_AUDIO_MS
      : Math.min(MAX_AUDIO_MS, Math.max(MIN_WINDOW_MS, lengthMs + WINDOW_TAIL_MS));
    let hidden = await this.#encode(latest, windowMs);
    const spoken = await this.#languageOf(hidden, language);
    let decoded = await this.#decode(hidden, spoken, lengthMs, signal);
    if (isDoubtful(decoded) && windowMs < MAX_AUDIO_MS) {
      hidden = await this.#encode(latest, MAX_AUDIO_MS);
      decoded = await this.#decode(hidden, spoken, lengthMs, signal);
    }
    if (isRepeatedOnce(decoded.tokens)) decoded.tokens.length /= 2;
    const text = this.#facts.decode(decoded.tokens);
    const isNothing =
      (decoded.repetitionTokens > 0 && decoded.repetitionTokens < SENTENCE_TOKENS) ||
      NO_WORDS.test(text) ||
      (decoded.noSpeech > MIN_NO_SPEECH && decoded.logProb < DOUBTFUL_LOG_PROB / 2) ||
      decoded.logProb < 1.5 * DOUBTFUL_LOG_PROB;
    return { text: isNothing ? '' : text, language: spoken, logProbability: decoded.logProb };
  }

  async #tryShortWindow(): Promise<void> {
    try {
      await this.#encode(new Float32Array(0), MIN_WINDOW_MS);
    } catch {
      this.#windowIsFixed = true;
      await this.#encode(new Float32Array(0), MAX_AUDIO_MS);
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
  ): Promise<DecodedText> {
    const maxTokens = Math.min(220, 8 + Math.ceil((lengthMs / 1000) * MAX_TOKENS_PER_SECOND));
    const step = (tokens: readonly number[], cache: Cache | undefined) => this.#step(hidden, tokens, cache);
    const beamWidth = lengthMs <= LONG_AUDIO_MS ? BEAM_WIDTH : LONG_AUDIO_BEAM_WIDTH;
    return beamSearch({ step, facts: this.#facts }, this.#promptFor(language), {
      maxTokens,
      beamWidth,
      signal,
    });
  }

  #promptFor(language: string): number[] {
    const { startToken, languages, transcribeToken, noTimestampsToken } = this.#facts;
    const token = languages.get(language);
    if (token === undefined || transcribeToken === undefined) return [startToken, noTimestampsToken];
    return [startToken, token, transcribeToken, noTimestampsToken];
  }

  /** Runs the decoder once; `cache` is that of the previous steps. */
  async #step(
    hidden: Tensor,
    tokens: readonly number[],
    cache: Cache | undefined,
  ): Promise<{ logits: Tensor; cache: Cache }> {
    const { Tensor: TensorOf } = this.#runtime;
    const feeds = {
      input_ids: new TensorOf('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: hidden,
      use_cache_branch: new TensorOf('bool', Uint8Array.of(cache ? 1 : 0), [1]),
      ...(cache ?? this.#emptyCache()),
    };
    const outputs = await this.#decoder.run(feeds, cache ? this.#outputsOfLaterSteps : undefined);
    return { logits: outputs.logits!, cache: { ...cache, ...cacheFrom(outputs) } };
  }

  #emptyCache(): Cache {
    const { layers, heads, headSize } = this.#facts;
    const cache: Record<string, Tensor> = {};
    for (let layer = 0; layer < layers; layer++) {
      for (const part of ['decoder.key', 'decoder.value', 'encoder.key', 'encoder.value'])
        cache[`past_key_values.${layer}.${part}`] = this.#floats(new Float32Array(0), [
          1,
          heads,
          0,
          headSize,
        ]);
    }
    return cache;
  }

  #floats(data: Float32Array, dims: readonly number[]): Tensor {
    return new this.#runtime.Tensor('float32', data, dims);
  }
}

/** Returns the decoder's outputs under the names by which the next step takes them. */
function cacheFrom(outputs: Record<string, Tensor>): Cache {
  const present = Object.entries(outputs).filter(([name]) => name.startsWith('present.'));
  return Object.fromEntries(
    present.map(([name, tensor]) => [name.replace('present', 'past_key_values'), tensor]),
  );
}

const isDoubtful = ({ repetitionTokens, logProb, tokens }: DecodedText): boolean =>
  repetitionTokens > 0 || logProb < DOUBTFUL_LOG_PROB || isRepeatedOnce(tokens);
