/** Speech synthesis by Cartesia, with the messages of `@cartesia/cartesia-js`. */

import type { Clock } from '../../../lib/clock.ts';
import { listAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import { PATIENCE, type Patience } from '../../patience.ts';
import { ProviderError } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import type { ListedVoice, SpeechStyle, SpeechSynthesizer } from '../synthesizer.ts';
import { CARTESIA, CartesiaLine, type CartesiaRequest, SAMPLE_RATE } from './cartesia-line.ts';

/** The version of the API that is requested: the messages of another one may differ. */
const VERSION = '2026-08-14';
/** The maximum that the API returns at once. */
const LISTED_VOICES = 100;
const LIST_MS = 1_500;
/** The voice of the API's own examples, used if the list of voices is not available. */
const COMMON_VOICE = 'a0e99841-438c-4a64-b679-ae501e7d6091';
const SEXES: Readonly<Record<string, 'f' | 'm'>> = { feminine: 'f', masculine: 'm' };

export interface CartesiaOptions {
  apiKey?: string | undefined;
  baseUrl: string;
  model: string;
  /** The id or the name of a voice that replaces every agent's. */
  voice?: string | undefined;
  patience?: Patience | undefined;
  clock: Clock;
}

/** One connection serves all conversations of the process; it is reopened if it was lost. */
export function createCartesiaSynthesizer(options: CartesiaOptions): SpeechSynthesizer {
  const { model, voice } = options;
  let line: CartesiaLine | undefined;
  const openLine = (): CartesiaLine => {
    const { patience = PATIENCE.tts } = options;
    if (!line || line.isOver) line = new CartesiaLine({ ...options, patience, headers: headersOf(options) });
    return line;
  };

  return {
    provider: CARTESIA,
    // Concurrent texts count against the account's limit.
    oneAtATime: true,
    voices: {
      setting: 'CARTESIA_VOICE',
      chosen: voice,
      common: COMMON_VOICE,
      byName: false,
      list: () => listVoices(options),
    },
    prepare: () => void openLine(),
    speak: (text, style, signal) => openLine().speak(requestOf(model, text, style), signal),
    close() {
      void line?.end(new ProviderError(CARTESIA, 'unreachable', 'this service closed the connection'));
      return Promise.resolve();
    },
  };
}

/** Describes what the key may use. Rejects with a `ProviderError`, also if there is no such voice. */
export async function checkCartesiaKey(options: Omit<CartesiaOptions, 'clock'>): Promise<string> {
  const voices = await listVoices(options);
  const { voice } = options;
  if (voice === undefined || voices.some(({ id, name }) => id === voice || name === voice))
    return `the key is valid${voice === undefined ? '' : `, and the voice ${voice} exists`}`;
  await fetchOf(options, `/voices/${encodeURIComponent(voice)}`);
  return `the key is valid, and the voice ${voice} exists`;
}

function requestOf(model: string, text: string, { voice, language }: SpeechStyle): CartesiaRequest {
  return {
    model_id: model,
    transcript: text,
    voice: { id: voice },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE },
    ...(language !== undefined && { language }),
    add_timestamps: true,
    // Times of the words as they were written, rather than as they are read out.
    use_normalized_timestamps: false,
  };
}

const headersOf = ({ apiKey }: Pick<CartesiaOptions, 'apiKey'>): Record<string, string> => ({
  'Cartesia-Version': VERSION,
  ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
});

function fetchOf(
  options: Pick<CartesiaOptions, 'apiKey' | 'baseUrl'>,
  path: string,
  query?: Record<string, string>,
): Promise<Response> {
  return providerFetch(CARTESIA, httpUrl(options.baseUrl, path, query), {
    headers: headersOf(options),
    patience: { firstMs: LIST_MS, wholeMs: LIST_MS },
    secret: options.apiKey,
  });
}

async function listVoices(options: Pick<CartesiaOptions, 'apiKey' | 'baseUrl'>): Promise<ListedVoice[]> {
  const body = await readJson(await fetchOf(options, '/voices', { limit: String(LISTED_VOICES) }));
  const listed = listAt(objectOf(body), 'data').slice(0, LISTED_VOICES);
  return listed.flatMap((entry) => {
    const voice = objectOf(entry);
    const id = textAt(voice, 'id');
    if (id === undefined) return [];
    const sex = SEXES[textAt(voice, 'gender') ?? ''];
    return { id, name: textAt(voice, 'name') ?? id, sex, language: textAt(voice, 'language') };
  });
}
