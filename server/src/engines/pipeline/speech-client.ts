/**
 * `POST /audio/speech`, as OpenAI defined it. Answers: raw PCM16 (its rate from the header, or as configured), or
 * WAVE, whichever was asked for: some servers know one of the two only.
 */
import { concatPcm, pcmFromBytes } from '../../lib/pcm.ts';
import { readWavHeader, type WavHeader } from '../../lib/wav.ts';
import { ProviderError, type ProviderName } from '../provider-error.ts';
import { networkError, providerFetch, readBody } from '../provider-http.ts';
import type { Endpoint } from './chat-client.ts';

export interface SpeechEndpoint extends Endpoint {
  /** The server's own name of a voice, used instead of every plan's. */
  voice?: string | undefined;
  format?: 'pcm' | 'wav' | undefined;
  /** Of raw PCM, where the server does not state it. */
  sampleRate?: number | undefined;
}

export interface SpokenPiece {
  /** Mono. */
  pcm: Int16Array;
  sampleRate: number;
}

export const SPEECH_SERVICE: ProviderName = { name: 'The speech service', keySetting: 'TTS_API_KEY' };
const OPENAI_PCM_RATE = 24_000;
const PATIENCE_MS = 10_000;
/** Smaller pieces cost more work; larger ones delay the sound. */
const PIECE_MS = 120;

/** Yields sound while it is made; `voice` is the server's name of one. Rejects with a `ProviderError`, or with the abort's reason. */
export async function* streamSpeech(
  endpoint: SpeechEndpoint,
  text: string,
  voice: string,
  style: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<SpokenPiece> {
  const { baseUrl, apiKey, model, format = 'pcm' } = endpoint;
  const response = await providerFetch(SPEECH_SERVICE, `${baseUrl}/audio/speech`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}) },
    body: JSON.stringify({
      model,
      input: text,
      voice,
      response_format: format,
      ...(style ? { instructions: style } : {}),
    }),
    signal,
    secret: apiKey,
  });
  const type = response.headers.get('content-type') ?? '';
  if (/mpeg|mp3|ogg|opus|aac|flac|json|text/i.test(type)) {
    await response.body?.cancel();
    throw new ProviderError(SPEECH_SERVICE, 'rejected', `it answered ${type} where ${format} was asked for`);
  }
  const told = /rate=(\d+)/.exec(type)?.[1] ?? response.headers.get('x-sample-rate') ?? undefined;
  const decoder = new SpeechDecoder(told ? Number(told) : (endpoint.sampleRate ?? OPENAI_PCM_RATE));
  try {
    const patience = { firstMs: PATIENCE_MS, idleMs: PATIENCE_MS };
    for await (const bytes of readBody(SPEECH_SERVICE, response, patience)) {
      const piece = decoder.push(bytes);
      if (piece) yield piece;
    }
    const rest = decoder.end();
    if (rest) yield rest;
  } catch (error) {
    signal.throwIfAborted();
    throw networkError(SPEECH_SERVICE, error, apiKey);
  }
}

class SpeechDecoder {
  #rate: number;
  #header: WavHeader | undefined;
  /** Undefined until the first bytes decide it. */
  #kind: 'unknown' | 'raw' | 'wav' = 'unknown';
  #bytes = Buffer.alloc(0);
  #ready: Int16Array[] = [];
  #samples = 0;

  constructor(rawRate: number) {
    this.#rate = rawRate;
  }

  push(bytes: Uint8Array): SpokenPiece | undefined {
    this.#bytes = Buffer.concat([this.#bytes, bytes]);
    if (this.#kind === 'unknown') {
      if (this.#bytes.length < 4) return undefined;
      this.#kind = this.#bytes.subarray(0, 4).toString('latin1') === 'RIFF' ? 'wav' : 'raw';
    }
    if (this.#kind === 'wav' && !this.#header) {
      this.#header = readWavHeader(this.#bytes);
      if (!this.#header) return undefined;
      this.#rate = this.#header.sampleRate;
      this.#bytes = this.#bytes.subarray(this.#header.dataAt);
    }
    this.#decode();
    return this.#samples * 1000 >= PIECE_MS * this.#rate ? this.#take() : undefined;
  }

  end(): SpokenPiece | undefined {
    return this.#samples > 0 ? this.#take() : undefined;
  }

  #take(): SpokenPiece {
    const pcm = concatPcm(this.#ready);
    this.#ready = [];
    this.#samples = 0;
    return { pcm, sampleRate: this.#rate };
  }

  #decode(): void {
    const { channels, encoding } = this.#header ?? { channels: 1, encoding: 'pcm16' };
    const frameBytes = channels * (encoding === 'float32' ? 4 : 2);
    const whole = this.#bytes.length - (this.#bytes.length % frameBytes);
    const bytes = this.#bytes.subarray(0, whole);
    this.#bytes = this.#bytes.subarray(whole);
    const samples = encoding === 'float32' ? fromFloats(bytes) : pcmFromBytes(bytes);
    const mono = channels === 1 ? samples : firstChannel(samples, channels);
    this.#ready.push(mono);
    this.#samples += mono.length;
  }
}

function fromFloats(bytes: Buffer): Int16Array {
  const pcm = new Int16Array(bytes.length / 4);
  for (let i = 0; i < pcm.length; i++) {
    pcm[i] = Math.max(-1, Math.min(1, bytes.readFloatLE(i * 4))) * 32_767;
  }
  return pcm;
}

function firstChannel(samples: Int16Array, channels: number): Int16Array {
  return Int16Array.from({ length: samples.length / channels }, (_, i) => samples[i * channels]!);
}
