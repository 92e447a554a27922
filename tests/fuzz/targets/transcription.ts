import { wordsIn } from '@visavis/server/dist/providers/stt/openai/transcriber.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'answers of a server that transcribes, as OpenAI defined them',
  covers: ['/providers/stt/openai/', '/lib/json-reader.js'],
  seeds: `{"text":" Hello, what can I see here? ","usage":{"type":"tokens"}}
    {"text":"[BLANK_AUDIO]"}
    Hello, what can I see here?`,
  tokens: '{"text": null [] {} "" (silence) *music* [ ] ( ) … < {',
  read: (input) => wordsIn(input.toString()),
};
