/** `POST /embeddings`, as OpenAI defined it. */
import { objectOf } from '../../lib/json-reader.ts';
import { ProviderError, type ProviderName } from '../provider-error.ts';
import { providerFetch } from '../provider-http.ts';
import type { Endpoint } from './chat-client.ts';

const EMBEDDINGS: ProviderName = { name: 'The embedding service', keySetting: 'EMBEDDINGS_API_KEY' };
/** Servers refuse more texts in a request (Ollama, text-embeddings-inference: 32 by default). */
const MOST_TEXTS = 32;
/** Models read some 512 to 8192 tokens; servers refuse or cut what is longer. */
const MOST_CHARACTERS = 6_000;

/**
 * A vector for each text, in their order. Rejects with a `ProviderError`, or with the abort's reason.
 * `timeoutMs` bounds each request; a long list takes several.
 */
export async function embedTexts(
  endpoint: Endpoint,
  texts: readonly string[],
  { signal, timeoutMs = 30_000 }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += MOST_TEXTS) {
    const input = texts.slice(at, at + MOST_TEXTS).map((text) => text.slice(0, MOST_CHARACTERS) || ' ');
    const { baseUrl, apiKey, model } = endpoint;
    const response = await providerFetch(EMBEDDINGS, `${baseUrl}/embeddings`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
      body: JSON.stringify({ model, input, encoding_format: 'float' }),
      ...(signal && { signal }),
      timeoutMs,
      secret: apiKey,
    });
    vectors.push(...readVectors(await response.text(), input.length));
  }
  return vectors;
}

/** `data` may come in any order; `index` tells which text an entry is of. */
function readVectors(body: string, count: number): Float32Array[] {
  const broken = () => new ProviderError(EMBEDDINGS, 'rejected', 'the answer holds no embeddings');
  let data: unknown;
  try {
    data = objectOf(JSON.parse(body))?.data;
  } catch {
    throw broken();
  }
  if (!Array.isArray(data) || data.length !== count) throw broken();
  const vectors = new Map<number, Float32Array>();
  for (const [place, entry] of data.entries()) {
    const { index, embedding } = objectOf(entry) ?? {};
    const isVector =
      Array.isArray(embedding) && embedding.length > 0 && embedding.every((value) => Number.isFinite(value));
    if (!isVector) throw broken();
    vectors.set(typeof index === 'number' ? index : place, Float32Array.from(embedding as number[]));
  }
  return Array.from({ length: count }, (_, place) => {
    const vector = vectors.get(place);
    if (!vector) throw broken();
    return vector;
  });
}
