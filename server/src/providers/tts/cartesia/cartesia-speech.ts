/** Cartesia over HTTP, with the types of `@cartesia/cartesia-js`: `POST /tts/bytes` and `GET /voices`. */
import { flagAt, listAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import type { SpeechApi } from '../speech-api.ts';
import { type ListedVoice, languageIn, type SpeechStyle, sexIn } from '../synthesizer.ts';
import { SAMPLE_RATE } from './cartesia-line.ts';

/** The version of the API that is requested: the messages of another one may differ. */
const VERSION = '2026-08-14';
/** The maximum that the API returns at once. */
export const LISTED_VOICES = 100;
const VOICES = `/voices?limit=${LISTED_VOICES}`;

export const cartesiaSpeech: SpeechApi = {
  // The voice of the API's own examples.
  common: 'a0e99841-438c-4a64-b679-ae501e7d6091',
  byName: false,
  oneAtATime: true,
  notSound: /json|text/i,
  headersOf: (apiKey) => ({
    'Cartesia-Version': VERSION,
    ...(apiKey && { Authorization: `Bearer ${apiKey}` }),
  }),
  speech: ({ model }, text, style) => ({ path: '/tts/bytes', body: generationOf(model, text, style) }),
  // The account's own voices first: there may be more public ones than are read.
  voiceLists: [`${VOICES}&is_owner=true`, VOICES],
  readVoices(answer) {
    const body = objectOf(answer);
    if (!Array.isArray(body?.data)) return undefined;
    const voices = listAt(body, 'data').slice(0, LISTED_VOICES).flatMap(readVoice);
    const last = voices.at(-1);
    const hasNext = flagAt(body, 'has_more') && last !== undefined;
    return { voices, next: hasNext ? `${VOICES}&starting_after=${encodeURIComponent(last.id)}` : undefined };
  },
};

export const generationOf = (model: string, transcript: string, { voice, language }: SpeechStyle) => ({
  model_id: model,
  transcript,
  voice: { id: voice },
  output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE },
  ...(language !== undefined && { language }),
});

function readVoice(entry: unknown): ListedVoice[] {
  const voice = objectOf(entry);
  const id = textAt(voice, 'id');
  if (id === undefined) return [];
  return [
    {
      id,
      name: textAt(voice, 'name') ?? id,
      sex: sexIn(textAt(voice, 'gender')),
      language: languageIn(textAt(voice, 'language')),
      own: flagAt(voice, 'is_owner'),
    },
  ];
}
