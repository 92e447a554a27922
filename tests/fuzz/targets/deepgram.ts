import { ProviderSocket } from '@visavis/server/dist/providers/provider-socket.js';
import { createDeepgramRecognizer } from '@visavis/server/dist/providers/stt/deepgram/deepgram-recognizer.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

type Handlers = Parameters<typeof ProviderSocket.open>[1];

// The input provides the messages; no connection is opened.
let handlers: Handlers | undefined;
ProviderSocket.open = (_, given) => {
  handlers = given;
  return new Promise(() => undefined);
};
const recognizer = createDeepgramRecognizer({
  baseUrl: 'https://vendor.test',
  model: 'm',
  clock: { now: () => 0, wall: () => 0, after: () => () => undefined },
});

const results = (transcript: string, rest: object = {}) =>
  JSON.stringify({
    type: 'Results',
    channel: { alternatives: [{ transcript, languages: ['en'] }] },
    ...rest,
  });

export const target: FuzzTarget = {
  about: 'messages of Deepgram while somebody speaks: each line is one',
  covers: ['/providers/stt/deepgram/', '/lib/json-reader.js'],
  seeds: [
    `${results('hello')}\n${results('Hello, what', { is_final: true })}\n${results('can I see?', { is_final: true, from_finalize: true })}`,
    `{"type":"Metadata","request_id":"r"}\n${results('', { is_final: true, speech_final: true })}`,
    `{"type":"Error","description":"no such model"}\n${results('late')}`,
  ],
  tokens:
    'null [] {} "" true false "is_final":true "alternatives":[ "transcript": "languages":[ "type":"Results"',
  read(input) {
    const told: unknown[] = [];
    const words = recognizer.listen!({ language: undefined, onWords: (said) => told.push(said.text.length) });
    for (const line of input.toString().split('\n')) {
      const message = jsonOf(Buffer.from(line));
      if (message) handlers!.onMessage(message);
    }
    words.close();
    return told;
  },
};
