/** Speech by ElevenLabs over HTTP: `POST /v1/text-to-speech/{voice_id}/stream` and `GET /v2/voices`. */
import { flagAt, listAt, objectAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import type { SpeechApi } from '../speech-api.ts';
import { type ListedVoice, languageIn, sexIn } from '../synthesizer.ts';

/** With the maximum that the API returns at once. */
const VOICES = '/v2/voices?page_size=100';

export const elevenLabsSpeech: SpeechApi = {
  // The voice of the API's own examples.
  common: 'JBFqnCBsd6RMkjVDRZzb',
  byName: false,
  oneAtATime: true,
  notSound: /json|text/i,
  headersOf: (apiKey) => ({ ...(apiKey && { 'xi-api-key': apiKey }) }),
  speech: ({ model }, text, { voice, language }) => ({
    path: `/v1/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_24000`,
    body: {
      text,
      model_id: model,
      // These models take no language.
      ...(language && !model.includes('multilingual_v2') && { language_code: language }),
    },
  }),
  voiceLists: [VOICES],
  readVoices(answer) {
    const body = objectOf(answer);
    if (!Array.isArray(body?.voices)) return undefined;
    const token = flagAt(body, 'has_more') ? textAt(body, 'next_page_token') : undefined;
    return {
      voices: listAt(body, 'voices').flatMap(readVoice),
      next: token === undefined ? undefined : `${VOICES}&next_page_token=${encodeURIComponent(token)}`,
    };
  },
};

function readVoice(entry: unknown): ListedVoice[] {
  const voice = objectOf(entry);
  const id = textAt(voice, 'voice_id');
  if (id === undefined) return [];
  const labels = objectAt(voice, 'labels');
  const category = textAt(voice, 'category');
  // The clone of another member of the workspace is not the user's, but the account's.
  const own = category === 'cloned' || (category !== 'premade' && flagAt(voice, 'is_owner'));
  return [
    {
      id,
      name: textAt(voice, 'name') ?? id,
      sex: sexIn(textAt(labels, 'gender')),
      language: languageIn(textAt(labels, 'language')),
      own,
    },
  ];
}
