/**
 * Speech over HTTP: `POST /audio/speech`, as OpenAI defined it, or another `SpeechApi`. The answer is raw PCM16 (its rate
 * from the header, or as configured) or WAVE, whichever was requested: some servers support only one of the two.
 */

import { concatPcm, pcmFromBytes } from '../../../audio/pcm.ts';
import { USUAL_RATES } from '../../../audio/sample-rates.ts';
import { readWavHeader, type WavHeader } from '../../../audio/wav.ts';
import type { Clock } from '../../../lib/clock.ts';
import { objectOf, textAt } from '../../../lib/json-reader.ts';
import { messageOf } from '../../../lib/message-of.ts';
import { PATIENCE, type Patience } from '../../patience.ts';
import { type NamedServer, ProviderError, type ProviderName, providerOf } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import type { SpeechApi, VoicePage } from '../speech-api.ts';
import {
  type ListedVoice,
  languageIn,
  type SpeechStyle,
  type SpeechSynthesizer,
  type SpokenPiece,
  sexIn,
} from '../synthesizer.ts';

/** A server that speaks. */
export interface SpeechEndpoint extends NamedServer {
  apiKey?: string | undefined;
  /** Address, with the version for OpenAI's API: `http://127.0.0.1:8880/v1`. */
  baseUrl: string;
  model: string;
  /** The server's own name of a voice, which replaces every plan's. */
  voice?: string | undefined;
  format?: 'pcm' | 'wav' | undefined;
  /** The rate of raw PCM, if the server does not state it. */
  sampleRate?: number | undefined;
}

const SPEECH_SERVICE: ProviderName = { name: 'The speech service', keySetting: 'TTS_API_KEY' };
const OPENAI_PCM_RATE = 24_000;
/** Minimum audio of the first piece: less does not last until more arrives. */
const FIRST_MS = 20;
/** Minimum audio of further pieces: a server may send single samples, and each piece costs the same. */
const NEXT_MS = 10;
/** If the list is not there within this time, or half of that for speech, the conversation continues without it. */
const LIST_MS = 1_500;
/** How many voices, and how many pages of a list of them, are read. */
const MAX_VOICES = 500;
const MAX_PAGES = 5;
/** No vendor has longer ids of voices or names; the API does not take longer ids. */
const MAX_NAME = 200;

/**
 * OpenAI's API has no list of voices; Kokoro servers, speaches and others have added `GET /audio/voices`, which returns
 * names or objects with a name.
 */
export const openAiSpeech: SpeechApi = {
  // OpenAI's oldest voice, for which compatible servers have an equivalent.
  common: 'alloy',
  byName: true,
  oneAtATime: false,
  notSound: /mpeg|mp3|ogg|opus|aac|flac|json|text/i,
  headersOf: (apiKey) => ({ ...(apiKey && { Authorization: `Bearer ${apiKey}` }) }),
  speech: ({ model, format, baseUrl }, text, { voice, instructions }) => ({
    path: '/audio/speech',
    body: {
      model,
      input: text,
      // OpenAI names a custom voice by an object; compatible servers do not know it.
      voice: voice.startsWith('voice_') && isOpenAi(baseUrl) ? { id: voice } : voice,
      response_format: format,
      ...(instructions ? { instructions } : {}),
    },
  }),
  voiceLists: ['/audio/voices'],
  readVoices,
};

const isOpenAi = (baseUrl: string) => new URL(baseUrl).hostname === 'api.openai.com';

export function createSpeechServer(
  endpoint: SpeechEndpoint,
  clock: Clock,
  usual: Patience = PATIENCE.tts,
  api: SpeechApi = openAiSpeech,
): SpeechSynthesizer {
  const patience = { ...usual, ...endpoint.patience };
  const { common, byName, oneAtATime } = api;
  const { voice: chosen, name, settings = 'TTS' } = endpoint;
  return {
    provider: providerOf(SPEECH_SERVICE, endpoint),
    oneAtATime,
    voices: {
      setting: name === undefined ? `${settings}_VOICE` : 'the field "voice" of the model server',
      chosen,
      common,
      byName,
      // A chosen id needs no list.
      list: async () =>
        chosen && !byName
          ? undefined
          : listVoices(endpoint, clock, { api, limitMs: Math.min(LIST_MS, patience.firstMs / 2) }),
    },
    speak: (text, style, signal) => streamSpeech(endpoint, text, style, signal, { clock, patience, api }),
    close: () => Promise.resolve(),
  };
}

async function* streamSpeech(
  endpoint: SpeechEndpoint,
  text: string,
  style: SpeechStyle,
  signal: AbortSignal,
  { clock, patience, api }: { clock: Clock; patience: Patience; api: SpeechApi },
): AsyncGenerator<SpokenPiece> {
  const { baseUrl, apiKey, format = 'pcm', publicFor } = endpoint;
  const { waitedMs = 0 } = style;
  const provider = providerOf(SPEECH_SERVICE, endpoint);
  const { path, body } = api.speech({ ...endpoint, format }, text, style);
  const response = await providerFetch(provider, httpUrl(baseUrl, path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...api.headersOf(apiKey) },
    body: JSON.stringify(body),
    signal,
    clock,
    patience: { ...patience, firstMs: Math.max(patience.firstMs - waitedMs, patience.firstMs / 2) },
    secret: apiKey,
    publicFor,
  });
  const type = response.headers.get('content-type') ?? '';
  const refuse = async (why: string) => {
    await response.body?.cancel();
    throw new ProviderError(provider, 'rejected', why);
  };
  if (api.notSound.test(type)) await refuse(`it answered with ${type}, but ${format} was requested`);
  const stated = /rate=(\d+)/.exec(type)?.[1] ?? response.headers.get('x-sample-rate') ?? undefined;
  const rate = stated ? Number(stated) : (endpoint.sampleRate ?? OPENAI_PCM_RATE);
  if (stated && !USUAL_RATES.includes(rate))
    await refuse(`it answered with the unsupported sample rate ${String(stated).slice(0, 20)}`);
  const decoder = new SpeechDecoder(rate);
  let failure: unknown;
  try {
    for await (const bytes of response.body ?? []) {
      const piece = decoder.push(bytes);
      if (piece) yield piece;
    }
  } catch (error) {
    const isNoSound = !(error instanceof ProviderError || signal.aborted);
    failure = isNoSound ? new ProviderError(provider, 'rejected', messageOf(error)) : error;
  }
  // The audio that arrived before the speech broke off is played too.
  const rest = decoder.end();
  if (rest && !signal.aborted) yield rest;
  if (failure !== undefined) throw failure;
}

/** Lists the voices, page by page; if that takes long, those that came. Rejects if no voice comes. */
async function listVoices(
  endpoint: SpeechEndpoint,
  clock: Clock,
  { api, limitMs }: { api: SpeechApi; limitMs: number },
): Promise<ListedVoice[] | undefined> {
  const { baseUrl, apiKey: secret, publicFor } = endpoint;
  const provider = providerOf(SPEECH_SERVICE, endpoint);
  const headers = api.headersOf(secret);
  const latestMs = clock.now() + limitMs;
  const found = new Map<string, ListedVoice>();
  for (const first of api.voiceLists) {
    let path: string | undefined = first;
    for (let pages = 0; path && pages < MAX_PAGES && clock.now() < latestMs; pages++) {
      const leftMs = latestMs - clock.now();
      const patience = { firstMs: leftMs, wholeMs: leftMs };
      const request = { headers, patience, clock, secret, publicFor };
      const asked = providerFetch(provider, httpUrl(baseUrl, path), request).then((answer) =>
        readJson(answer),
      );
      // A later page may be missing.
      const page = api.readVoices(await (found.size > 0 ? asked.catch(() => undefined) : asked));
      for (const { id, name, ...more } of page?.voices ?? [])
        if (id.length <= MAX_NAME) found.set(id, { id, name: name.slice(0, MAX_NAME), ...more });
      path = page?.next;
    }
  }
  return found.size > 0 ? [...found.values()].slice(0, MAX_VOICES) : undefined;
}

/** Reads `["a"]`, `{ voices: ["a"] }`, and objects with `id`, `voice_id` or `name` instead of names. */
function readVoices(body: unknown): VoicePage | undefined {
  const list = Array.isArray(body) ? body : (objectOf(body)?.voices ?? objectOf(body)?.data);
  if (!Array.isArray(list)) return undefined;
  const voices = list.slice(0, MAX_VOICES).flatMap((entry) => {
    if (typeof entry === 'string') return [listedVoice(entry)];
    const voice = objectOf(entry);
    const name = textAt(voice, 'id') ?? textAt(voice, 'voice_id') ?? textAt(voice, 'name');
    return name === undefined ? [] : [listedVoice(name, textAt(voice, 'language'), textAt(voice, 'gender'))];
  });
  return { voices };
}

/** The languages of Kokoro by the first letter of a voice. */
const KOKORO: Readonly<Record<string, string>> = {
  a: 'en',
  b: 'en',
  e: 'es',
  f: 'fr',
  h: 'hi',
  i: 'it',
  j: 'ja',
  p: 'pt',
  z: 'zh',
};

/** Kokoro's names begin with language and sex: `af_heart` is an American woman, `bm_george` a British man. */
function listedVoice(name: string, stated?: string, gender?: string): ListedVoice {
  const [, letter = '', letterOfSex] = /^([a-z])([fm])_/.exec(name) ?? [];
  const language = languageIn(stated) ?? KOKORO[letter];
  const sex = sexIn(gender) ?? (letterOfSex as 'f' | 'm' | undefined);
  return { id: name, name, ...(sex && { sex }), ...(language && { language }) };
}

const RAW = { channels: 1, encoding: 'pcm16' } as const;

class SpeechDecoder {
  #rate: number;
  #header: WavHeader | undefined;
  /** `unknown` until the first bytes decide it. */
  #kind: 'unknown' | 'raw' | 'wav' = 'unknown';
  /** What has arrived and was not decoded yet, and the number of bytes from which on it is decoded. */
  #pieces: Uint8Array[] = [];
  #length = 0;
  #lookAt = 4;
  #ready: Int16Array[] = [];
  #samples = 0;
  #hasBegun = false;

  constructor(rawRate: number) {
    this.#rate = rawRate;
  }

  push(bytes: Uint8Array): SpokenPiece | undefined {
    this.#pieces.push(bytes);
    this.#length += bytes.length;
    if (this.#length < this.#lookAt) return undefined;
    let come = Buffer.concat(this.#pieces);
    if (this.#kind === 'unknown') this.#kind = come.toString('latin1', 0, 4) === 'RIFF' ? 'wav' : 'raw';
    if (this.#kind === 'wav' && !this.#header) {
      const header = readWavHeader(come);
      if (!header) {
        this.#keep(come);
        // Otherwise a header in thousands of pieces would be read from its beginning with each.
        this.#lookAt = 2 * come.length;
        return undefined;
      }
      if (!USUAL_RATES.includes(header.sampleRate))
        throw new Error(
          `it answered with a WAVE file with the unsupported sample rate ${header.sampleRate} Hz`,
        );
      this.#header = header;
      this.#rate = header.sampleRate;
      come = come.subarray(header.dataAt);
    }
    this.#decode(come);
    this.#lookAt = (this.#frameBytes * this.#rate * NEXT_MS) / 1000;
    const isEnough = this.#hasBegun ? this.#samples > 0 : this.#samples * 1000 >= FIRST_MS * this.#rate;
    return isEnough ? this.#take() : undefined;
  }

  end(): SpokenPiece | undefined {
    if (this.#kind === 'raw' || this.#header) this.#decode(Buffer.concat(this.#pieces));
    return this.#samples > 0 ? this.#take() : undefined;
  }

  #take(): SpokenPiece {
    const pcm = concatPcm(this.#ready);
    this.#hasBegun = true;
    this.#ready = [];
    this.#samples = 0;
    return { pcm, sampleRate: this.#rate };
  }

  #keep(rest: Buffer): void {
    this.#pieces = [rest];
    this.#length = rest.length;
  }

  get #frameBytes(): number {
    const { channels, encoding } = this.#header ?? RAW;
    return channels * (encoding === 'float32' ? 4 : 2);
  }

  /** Decodes the complete samples, and keeps the rest. */
  #decode(come: Buffer): void {
    const { channels, encoding } = this.#header ?? RAW;
    const whole = come.length - (come.length % this.#frameBytes);
    const bytes = come.subarray(0, whole);
    const samples = encoding === 'float32' ? fromFloats(bytes) : pcmFromBytes(bytes);
    const mono = channels === 1 ? samples : firstChannel(samples, channels);
    this.#ready.push(mono);
    this.#samples += mono.length;
    this.#keep(come.subarray(whole));
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
