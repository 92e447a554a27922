/** `POST /audio/transcriptions`, as OpenAI defined it. */
import { objectOf, textAt } from '../../lib/json-reader.ts';
import { encodeWav } from '../../lib/wav.ts';
import { ProviderError, type ProviderName } from '../provider-error.ts';
import { providerFetch } from '../provider-http.ts';
import type { Endpoint } from './chat-client.ts';

export interface TranscriptionEndpoint extends Endpoint {
  /** ISO 639-1, where it is known. */
  language?: string;
}

const STT: ProviderName = { name: 'The transcription service', keySetting: 'STT_API_KEY' };
/** What Whisper and similar models write where there is no speech. */
const NOTHING =
  /^[\s.…]*$|^\s*[[(*]\s*(?:blank[ _]audio|silence|music|inaudible|noise|no speech)[^\])]*[\])*]\s*$/i;

/** The words of a recording, empty where there are none. Rejects with a `ProviderError`, or with the abort's reason. */
export async function transcribe(
  endpoint: TranscriptionEndpoint,
  pcm: Int16Array,
  sampleRate: number,
  signal: AbortSignal,
): Promise<string> {
  const { baseUrl, apiKey, model, language } = endpoint;
  const form = new FormData();
  form.set(
    'file',
    new Blob([encodeWav(pcm, sampleRate) as Uint8Array<ArrayBuffer>], { type: 'audio/wav' }),
    'speech.wav',
  );
  form.set('model', model);
  form.set('response_format', 'json');
  if (language) form.set('language', language);
  const response = await providerFetch(STT, `${baseUrl}/audio/transcriptions`, {
    method: 'POST',
    headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
    body: form,
    signal,
    timeoutMs: 30_000,
    secret: apiKey,
  });
  const body = await response.text();
  const text = readText(body);
  if (text === undefined) throw new ProviderError(STT, 'rejected', 'the answer holds no text');
  return NOTHING.test(text) ? '' : text.trim();
}

/** JSON with `text`, or the text itself: some servers ignore `response_format`. */
function readText(body: string): string | undefined {
  if (!body.trimStart().startsWith('{')) return body;
  try {
    return textAt(objectOf(JSON.parse(body)), 'text');
  } catch {
    return undefined;
  }
}
