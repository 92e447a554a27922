/** Speech synthesis by Cartesia, with the messages of `@cartesia/cartesia-js`. */

import type { Clock } from '../../../lib/clock.ts';
import { PATIENCE, type Patience } from '../../patience.ts';
import { ProviderError } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import type { ListedVoice, SpeechStyle, SpeechSynthesizer } from '../synthesizer.ts';
import { CARTESIA, CartesiaLine, type CartesiaRequest } from './cartesia-line.ts';
import { cartesiaSpeech, generationOf, LISTED_VOICES } from './cartesia-speech.ts';

const LIST_MS = 1_500;

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
    if (!line || line.isOver)
      line = new CartesiaLine({ ...options, patience, headers: cartesiaSpeech.headersOf(options.apiKey) });
    return line;
  };

  return {
    provider: CARTESIA,
    // Concurrent texts count against the account's limit.
    oneAtATime: true,
    voices: {
      setting: 'CARTESIA_VOICE',
      chosen: voice,
      common: cartesiaSpeech.common,
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

function requestOf(model: string, text: string, style: SpeechStyle): CartesiaRequest {
  return {
    ...generationOf(model, text, style),
    add_timestamps: true,
    // Times of the words as they were written, rather than as they are read out.
    use_normalized_timestamps: false,
  };
}

function fetchOf(
  options: Pick<CartesiaOptions, 'apiKey' | 'baseUrl'>,
  path: string,
  query?: Record<string, string>,
): Promise<Response> {
  return providerFetch(CARTESIA, httpUrl(options.baseUrl, path, query), {
    headers: cartesiaSpeech.headersOf(options.apiKey),
    patience: { firstMs: LIST_MS, wholeMs: LIST_MS },
    secret: options.apiKey,
  });
}

async function listVoices(options: Pick<CartesiaOptions, 'apiKey' | 'baseUrl'>): Promise<ListedVoice[]> {
  const body = await readJson(await fetchOf(options, '/voices', { limit: String(LISTED_VOICES) }));
  return cartesiaSpeech.readVoices(body)?.voices ?? [];
}
