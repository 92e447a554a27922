import { editDistance } from '@visavis/server/dist/lib/edit-distance.js';
import { searchWords } from '@visavis/server/dist/store/search/search-words.js';
import {
  allowedErrors,
  isCorrectable,
  lookupVariants,
} from '@visavis/server/dist/store/search/word-variants.js';
import type { FuzzTarget } from '../fuzz-target.ts';

export const target: FuzzTarget = {
  about: 'questions to a knowledge base: their words, and how each may be misspelt',
  covers: ['/search/search-words.js', '/search/word-variants.js', '/lib/edit-distance.js'],
  seeds: [
    'When does the Caffè open? E-4031, e-mail 1,000',
    '営業時間は何時ですか 12:30',
    'abc123 Straße и ёлка',
    'ﬁne x̂ สวัสดี',
  ],
  tokens: '- _ . : é \u0301 ß ﷺ 中文 ไทย 𝒳 \u200b 1',
  read(input) {
    // With the same limit as in `readQuery`.
    const words = [...new Set(searchWords(input.toString().slice(0, 4000)))].slice(0, 48);
    if (words.some((word) => word.includes('\0')))
      throw new RangeError('a word that PostgreSQL does not take');
    for (const word of words.filter(isCorrectable)) {
      lookupVariants('kb_1', word);
      editDistance(word, words[0]!, allowedErrors(word));
    }
    return words;
  },
};
