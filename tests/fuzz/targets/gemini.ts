import { readGeminiMessage } from '@visavis/server/dist/providers/realtime/gemini/gemini-messages.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

export const target: FuzzTarget = {
  about: 'messages of the Gemini Live API',
  covers: ['/providers/realtime/gemini/', '/lib/json-reader.js', '/audio/pcm.js'],
  seeds: `{"setupComplete":{},"sessionResumptionUpdate":{"newHandle":"h","resumable":true}}
    {"serverContent":{"modelTurn":{"parts":[{"inlineData":{"mimeType":"audio/pcm;rate=24000","data":"AAAA"}},{"text":"t","thought":true}]},"interactionStatus":"IDLE"}}
    {"serverContent":{"inputTranscription":{"text":"a"},"outputTranscription":{"text":"b"},"interrupted":true}}
    {"toolCall":{"functionCalls":[{"id":"1","name":"n","args":{"a":1}}]},"goAway":{"timeLeft":"9.5s"}}
    {"toolCallCancellation":{"ids":["1"]},"serverContent":{"generationComplete":true,"turnComplete":true}}`,
  tokens: 'null [] {} true "serverContent": "parts":[ "ids": "rate= "1..2s" "goAway": "IN_PROGRESS" 1e999',
  read(input) {
    const message = jsonOf(input);
    return message && readGeminiMessage(message);
  },
};
