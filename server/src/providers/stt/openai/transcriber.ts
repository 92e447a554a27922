/** `POST /audio/transcriptions`, as OpenAI defined it. */

import { toPcm } from '../../../audio/pcm.ts';
import { MODEL_RATE } from '../../../audio/sample-rates.ts';
import { encodeWav } from '../../../audio/wav.ts';
import { type Clock, systemClock } from '../../../lib/clock.ts';
import { objectOf, textAt } from '../../../lib/json-reader.ts';
import { parseWithin } from '../../../lib/json-shape.ts';
import type { RecognitionOptions, SpeechRecognizer } from '../../../speech-recognition/recognizer.ts';
import { PATIENCE, type Patience } from '../../patience.ts';
import { type NamedServer, ProviderError, type ProviderName, providerOf } from '../../provider-error.ts';
import { providerFetch, readText, SHAPE_OF_ANSWER } from '../../provider-http.ts';

/** An OpenAI-compatible server that transcribes. */
export interface TranscriptionEndpoint extends NamedServer {
  apiKey?: string | undefined;
  baseUrl: string;
  model: string;
}

const STT: ProviderName = { name: 'The transcription service', keySetting: 'STT_API_KEY' };
/** Matches the texts that Whisper and similar models produce if there is no speech. */
const NOTHING =
  /^[\s.…]*$|^\s*[[(*]\s*(?:blank[ _]audio|silence|music|inaudible|noise|no speech)[^\])]*[\])*]\s*$/i;

/** Speech recognition by a server. Its calls reject with a `ProviderError`, or with the abort's reason. */
export function createTranscriber(
  endpoint: TranscriptionEndpoint,
  usual: Patience = PATIENCE.stt,
  clock: Clock = systemClock,
): SpeechRecognizer {
  const patience = { ...usual, ...endpoint.patience };
  const transcribe = (samples: Float32Array, options: RecognitionOptions) =>
    transcribeBy(endpoint, samples, options, { patience, clock });
  return {
    model: endpoint.model,
    isLocal: false,
    warm: () => Promise.resolve(),
    async transcribe(samples, options = {}) {
      try {
        return { text: await transcribe(samples, options) };
      } catch (error) {
        if (!(error instanceof ProviderError && error.isWorthAnotherTry) || options.signal?.aborted)
          throw error;
        return { text: await transcribe(samples, options) };
      }
    },
  };
}

async function transcribeBy(
  endpoint: TranscriptionEndpoint,
  samples: Float32Array,
  { language, signal }: RecognitionOptions,
  within: { patience: Patience; clock: Clock },
): Promise<string> {
  const { baseUrl, apiKey, model, publicFor } = endpoint;
  const provider = providerOf(STT, endpoint);
  const form = new FormData();
  form.set(
    'file',
    new Blob([encodeWav(toPcm(samples), MODEL_RATE) as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }),
    'speech.wav',
  );
  form.set('model', model);
  form.set('response_format', 'json');
  if (language) form.set('language', language);
  const response = await providerFetch(provider, `${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
    body: form,
    ...within,
    ...(signal && { signal }),
    secret: apiKey,
    publicFor,
  });
  const body = await readText(response);
  const text = body === undefined ? undefined : wordsIn(body);
  if (text === undefined) throw new ProviderError(provider, 'rejected', 'its answer contains no text');
  return text;
}

/** Returns the words of an answer: empty for silence, `undefined` if it contains no text. */
export function wordsIn(body: string): string | undefined {
  const text = saidIn(body);
  return text !== undefined && NOTHING.test(text) ? '' : text?.trim();
}

/** Returns the text of an answer: JSON with `text`, or plain text, because some servers ignore `response_format`. */
function saidIn(body: string): string | undefined {
  const first = body.trimStart()[0];
  // The HTML page of some other server is not a transcript.
  if (first === '<') return undefined;
  if (first !== '{') return body;
  try {
    return textAt(objectOf(parseWithin(body, SHAPE_OF_ANSWER)), 'text');
  } catch {
    return undefined;
  }
}
