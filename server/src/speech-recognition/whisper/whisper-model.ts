import { join } from 'node:path';
import { MODEL_RATE } from '../../lib/sample-rates.ts';
import { openSession } from '../../models/runtime/onnx-runtime.ts';
import type { InferenceSession, OnnxRuntime, Tensor } from '../../models/runtime/onnx-types.ts';
import type { Transcription } from '../recognizer.ts';
import { logMel, MEL_BANDS, MEL_HOP } from './log-mel.ts';
import { readWhisperFacts, type WhisperFacts } from './whisper-files.ts';

/** The window that the model was trained on, and the longest sound that it transcribes at once. */
export const LONGEST_MS = 30_000;
/** A shorter window is quicker; below this the model begins to repeat itself. */
const SHORTEST_WINDOW_MS = 10_000;
/** Silence after the words. */
const WINDOW_TAIL_MS = 2000;
/** No speech has more tokens a second. */
const MAX_TOKENS_PER_SECOND = 12;
/** Words of a lower log probability are guesses. */
const DOUBT = -1;
/** Words are guesses as well where silence is at least this likely. */
const NO_SPEECH = 0.6;
/** A repetition of so many tokens is a sentence, of which one occurrence was really said. */
const SENTENCE_TOKENS = 7;
/** Scores that are lower by so much add nothing to a sum of probabilities. */
const NEGLIGIBLE = -20;
/** What the model writes for sound without words. */
const NO_WORDS = /^[\s.…♪-]*$|^\s*[[(*♪][^\])*]*[\])*♪]\s*$/u;

interface Attempt {
  tokens: number[];
  logProbability: number;
  noSpeech: number;
  /** The length in tokens of a repetition, of which one occurrence is left; 0 where there was none. */
  repeats: number;
}

/** Greedy Whisper on the files that Hugging Face's Optimum exports: an encoder, and one decoder for first and later steps. */
export class WhisperModel {
  readonly #runtime: OnnxRuntime;
  readonly #encoder: InferenceSession;
  readonly #decoder: InferenceSession;
  readonly #facts: WhisperFacts;
  /** An export may have the length of its window built in. */
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
  }

  /** @throws Error where a file is missing, or no model that this runtime opens */
  static async open(runtime: OnnxRuntime, folder: string): Promise<WhisperModel> {
    const facts = await readWhisperFacts(folder);
    const encoder = await openSession(runtime, join(folder, 'onnx/encoder_model_quantized.onnx'));
    const decoder = await openSession(runtime, join(folder, 'onnx/decoder_model_merged_quantized.onnx'));
    const model = new WhisperModel(runtime, encoder, decoder, facts);
    await model.#tryShortWindow();
    return model;
  }

  /** Of the latest 30 seconds of the samples. Rejects with the signal's reason at the step after it has fired. */
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

  /** The language that is given, if the model knows it, or the one that the first step finds likeliest. */
  async #languageOf(hidden: Tensor, given: string | undefined): Promise<string> {
    const { languages, startToken } = this.#facts;
    if (languages.size === 0) return 'en';
    if (given !== undefined && languages.has(given)) return given;
    const { logits } = await this.#step(hidden, [startToken], undefined);
    const scores = lastRow(logits!);
    let best = 'en';
    for (const [language, token] of languages)
      if (scores[token]! > scores[languages.get(best) ?? token]!) best = language;
    return best;
  }

  async #decode(
    hidden: Tensor,
    language: string,
    lengthMs: number,
    signal: AbortSignal | undefined,
  ): Promise<Attempt> {
    const { endToken, suppressed, notAsFirst, noSpeechToken } = this.#facts;
    const prompt = this.#promptFor(language);
    const limit = Math.min(220, 8 + Math.ceil((lengthMs / 1000) * MAX_TOKENS_PER_SECOND));
    const tokens: number[] = [];
    let past: Record<string, Tensor> | undefined;
    let next = prompt;
    let sum = 0;
    let noSpeech = 0;
    while (tokens.length < limit) {
      signal?.throwIfAborted();
      const outputs = await this.#step(hidden, next, past);
      if (!past && noSpeechToken !== undefined) noSpeech = probability(outputs.logits!, noSpeechToken);
      const scores = lastRow(outputs.logits!);
      const best = likeliest(scores, endToken, tokens.length === 0 ? notAsFirst : suppressed);
      sum += Math.log(probabilityIn(scores, best));
      if (best === endToken) break;
      tokens.push(best);
      const repeats = repeatedTokens(tokens);
      if (repeats > 0) {
        const logProbability = sum / tokens.length;
        return { tokens: withoutRepetition(tokens, repeats), logProbability, noSpeech, repeats };
      }
      past = keep(outputs, past);
      next = [best];
    }
    return { tokens, logProbability: sum / (tokens.length + 1), noSpeech, repeats: 0 };
  }

  #promptFor(language: string): number[] {
    const { startToken, languages, transcribeToken, noTimestampsToken } = this.#facts;
    const token = languages.get(language);
    if (token === undefined || transcribeToken === undefined) return [startToken, noTimestampsToken];
    return [startToken, token, transcribeToken, noTimestampsToken];
  }

  /** One run of the decoder; `past` is what it kept of the steps before. */
  #step(
    hidden: Tensor,
    tokens: readonly number[],
    past: Record<string, Tensor> | undefined,
  ): Promise<Record<string, Tensor>> {
    const { Tensor: TensorOf } = this.#runtime;
    return this.#decoder.run({
      input_ids: new TensorOf('int64', BigInt64Array.from(tokens, BigInt), [1, tokens.length]),
      encoder_hidden_states: hidden,
      use_cache_branch: new TensorOf('bool', Uint8Array.of(past ? 1 : 0), [1]),
      ...(past ?? this.#noPast()),
    });
  }

  #noPast(): Record<string, Tensor> {
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

/** The encoder's share is computed in the first step; later steps give it back empty. */
function keep(outputs: Record<string, Tensor>, before?: Record<string, Tensor>): Record<string, Tensor> {
  const past: Record<string, Tensor> = {};
  for (const [name, tensor] of Object.entries(outputs)) {
    if (!name.startsWith('present.')) continue;
    const key = name.replace('present', 'past_key_values');
    past[key] = before && key.includes('.encoder.') ? before[key]! : tensor;
  }
  return past;
}

function lastRow({ data, dims }: Tensor): Float32Array {
  const size = dims.at(-1)!;
  return (data as Float32Array).subarray(data.length - size);
}

/** The probability of the token in the first row, which follows the start token. */
function probability({ data, dims }: Tensor, token: number): number {
  return probabilityIn((data as Float32Array).subarray(0, dims.at(-1)!), token);
}

function probabilityIn(scores: Float32Array, token: number): number {
  const score = scores[token]!;
  let sum = 0;
  for (const other of scores) if (other - score > NEGLIGIBLE) sum += Math.exp(other - score);
  return 1 / sum;
}

/** The likeliest token up to `last` that is not forbidden; `last`, which ends the text, where all are. */
function likeliest(scores: Float32Array, last: number, forbidden: ReadonlySet<number>): number {
  let best = -1;
  let most = Number.NEGATIVE_INFINITY;
  for (let token = 0; token <= last; token++) {
    const score = scores[token]!;
    if (score <= most || forbidden.has(token)) continue;
    best = token;
    most = score;
  }
  return best < 0 ? last : best;
}

const isDoubtful = ({ repeats, logProbability, tokens }: Attempt): boolean =>
  repeats > 0 || logProbability < DOUBT || isSaidTwice(tokens);

/** True for a text that is said twice: in a short window the model sometimes does not find the end. */
function isSaidTwice(tokens: readonly number[]): boolean {
  const half = tokens.length / 2;
  return half >= 4 && Number.isInteger(half) && tokens.slice(0, half).join() === tokens.slice(half).join();
}

/**
 * The length of a sequence that repeats at the end of the tokens: one or two tokens six times, a few words three times,
 * a sentence twice.
 */
function repeatedTokens(tokens: readonly number[]): number {
  for (let size = 1; 2 * size <= tokens.length; size++) {
    const times = size < 3 ? 6 : size < SENTENCE_TOKENS ? 3 : 2;
    if (size * times > tokens.length) continue;
    const end = tokens.slice(-size).join();
    let same = 1;
    while (same < times && tokens.slice(-size * (same + 1), -size * same).join() === end) same++;
    if (same === times) return size;
  }
  return 0;
}

function withoutRepetition(tokens: readonly number[], size: number): number[] {
  const end = tokens.slice(-size).join();
  let length = tokens.length;
  while (length >= 2 * size && tokens.slice(length - 2 * size, length - size).join() === end) length -= size;
  return tokens.slice(0, length);
}
