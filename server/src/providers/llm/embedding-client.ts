/** `POST /embeddings`, as OpenAI defined it. */
import { type Clock, systemClock } from '../../lib/clock.ts';
import { objectOf } from '../../lib/json-reader.ts';
import { PATIENCE, type Patience } from '../patience.ts';
import { ProviderError, type ProviderName, providerOf } from '../provider-error.ts';
import { providerFetch, readJson } from '../provider-http.ts';
import type { Endpoint } from './chat-client.ts';

const EMBEDDINGS: ProviderName = { name: 'The embedding service', keySetting: 'EMBEDDINGS_API_KEY' };
/** Maximum texts in a request: servers refuse more (Ollama, text-embeddings-inference: 32 by default). */
const MAX_TEXTS = 32;
/** Models read about 512 to 8192 tokens; servers refuse or cut longer texts. */
const MAX_CHARACTERS = 6_000;
/** Twice the maximum of known models: 4,096 (Qwen3-Embedding-8B). */
const MAX_DIMENSIONS = 8_192;
/** Maximum bytes of a number in JSON, with the comma. */
const BYTES_OF_NUMBER = 32;
/** JSON values besides the vectors: of the whole answer, and of each text (its `index` etc.). */
const OTHER_VALUES = { whole: 1_000, text: 20 };
const DEPTH = 16;

interface EmbeddingOptions {
  signal?: AbortSignal;
  /** Limits of each request; those of the endpoint replace them. */
  patience?: Patience;
  clock?: Clock;
}

/**
 * Returns a vector for each text, in their order. Rejects with a `ProviderError`, or with the abort's reason. A long
 * list takes several requests, each of which is tried twice within its time.
 */
export async function embedTexts(
  endpoint: Endpoint,
  texts: readonly string[],
  { signal, patience, clock = systemClock }: EmbeddingOptions = {},
): Promise<Float32Array[]> {
  const limits = { ...PATIENCE.embeddings, ...patience, ...endpoint.patience };
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += MAX_TEXTS) {
    const input = texts.slice(at, at + MAX_TEXTS).map((text) => text.slice(0, MAX_CHARACTERS) || ' ');
    const beganMs = clock.now();
    const ask = () => {
      const spentMs = clock.now() - beganMs;
      const left = { firstMs: limits.firstMs - spentMs, wholeMs: limits.wholeMs - spentMs };
      return requestVectors(endpoint, input, { signal, patience: { ...limits, ...left }, clock });
    };
    const answer = await ask().catch((error: unknown) => {
      if (error instanceof ProviderError && error.isWorthAnotherTry && !signal?.aborted) return ask();
      throw error;
    });
    vectors.push(...answer);
  }
  return vectors;
}

async function requestVectors(
  endpoint: Endpoint,
  input: readonly string[],
  within: { signal: AbortSignal | undefined; patience: Patience; clock: Clock },
): Promise<Float32Array[]> {
  const provider = providerOf(EMBEDDINGS, endpoint);
  const { baseUrl, apiKey, model, publicFor } = endpoint;
  const { signal, ...limits } = within;
  const response = await providerFetch(provider, `${baseUrl}/embeddings`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(apiKey && { Authorization: `Bearer ${apiKey}` }) },
    body: JSON.stringify({ model, input, encoding_format: 'float' }),
    ...(signal && { signal }),
    ...limits,
    secret: apiKey,
    publicFor,
  });
  const maxBytes = input.length * MAX_DIMENSIONS * BYTES_OF_NUMBER;
  const values = OTHER_VALUES.whole + input.length * (MAX_DIMENSIONS + OTHER_VALUES.text);
  const body = await readJson(response, maxBytes, { depth: DEPTH, values });
  return readVectors(body, input.length, provider);
}

/** Whether the vector's length is neither 0 nor infinite in single precision, whose range is smaller than JSON's. */
function hasDirection(vector: readonly number[]): boolean {
  const squares = vector.reduce((sum, value) => sum + Math.fround(value) ** 2, 0);
  return Number.isFinite(squares) && squares > 0;
}

/**
 * Returns the vectors of `count` texts from an answer. `data` may be in any order; `index` is the number of the text.
 *
 * @throws ProviderError if a vector is missing or invalid
 */
export function readVectors(
  body: unknown,
  count: number,
  provider: ProviderName = EMBEDDINGS,
): Float32Array[] {
  const broken = () => new ProviderError(provider, 'rejected', 'its answer contains no valid embeddings');
  const data = objectOf(body)?.data;
  if (!Array.isArray(data) || data.length !== count) throw broken();
  const vectors = new Map<number, Float32Array>();
  for (const [place, entry] of data.entries()) {
    const { index, embedding } = objectOf(entry) ?? {};
    const isVector =
      Array.isArray(embedding) &&
      embedding.length > 0 &&
      embedding.length <= MAX_DIMENSIONS &&
      embedding.every((value) => typeof value === 'number') &&
      hasDirection(embedding);
    if (!isVector) throw broken();
    vectors.set(typeof index === 'number' ? index : place, Float32Array.from(embedding as number[]));
  }
  return Array.from({ length: count }, (_, place) => {
    const vector = vectors.get(place);
    if (!vector) throw broken();
    return vector;
  });
}
