import { readVectors } from '@visavis/server/dist/providers/llm/embedding-client.js';
import { ProviderError } from '@visavis/server/dist/providers/provider-error.js';
import type { FuzzTarget } from '../fuzz-target.ts';
import { jsonOf } from '../json-of.ts';

const TEXTS = 2;

export const target: FuzzTarget = {
  about: 'vectors of texts, as OpenAI defined the answer of a server that embeds',
  covers: ['/providers/llm/embedding-client.js', '/lib/json-reader.js'],
  seeds: `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.1,-2e-3]},{"index":1,"embedding":[3,4]}]}
    {"data":[{"index":1,"embedding":[1]},{"index":0,"embedding":[2]}],"model":"m"}
    {"data":[{"embedding":[1e38]},{"embedding":[0]}]}`,
  tokens: 'null [] {} "index": "embedding":[ -1 1e39 1e999 NaN 0.5 "data":[',
  declares: [ProviderError],
  read(input) {
    const vectors = readVectors(jsonOf(input), TEXTS);
    if (vectors.length !== TEXTS || !vectors.flatMap((vector) => [...vector]).every(Number.isFinite))
      throw new TypeError('a text has no vector');
    return vectors;
  },
};
