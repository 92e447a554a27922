import { objectAt } from '@visavis/server/dist/lib/json-reader.js';
import { readWords } from '@visavis/server/dist/providers/tts/cartesia/cartesia-line.js';
import { ClauseWords } from '@visavis/server/dist/providers/tts/clause-words.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

const TEXT = 'Well, it is $5 a piece, as I said: 今天很好。';

export const target: FuzzTarget = {
  about: 'times of words as Cartesia sends them, and the text to which they are tied',
  covers: ['/providers/tts/', '/lib/json-reader.js'],
  seeds: `{"type":"timestamps","word_timestamps":{"words":["Well,","it","is"],"start":[0.1,0.4,0.6],"end":[0.3,0.5,0.7]}}
    {"type":"timestamps","word_timestamps":{"words":["five","dollars","a"],"start":[0.1,0.4,0.6],"end":[0.3,0.5,0.7]}}
    {"type":"timestamps","word_timestamps":{"words":["今天"],"start":[9],"end":[1]}}`,
  tokens: 'null [] {} "words":[ "start":[ "end":[ -1e9 1e999 "" " "',
  read(input) {
    const message = jsonOf(input);
    const words = message && readWords(objectAt(message, 'word_timestamps'));
    if (!words) return undefined;
    const clause = new ClauseWords(TEXT);
    const told = [...clause.timed(words), ...clause.all(1000)];
    if (told.map(({ text }) => text).join('') !== TEXT) throw new Error('text was lost');
    return told;
  },
};
