/** `GET /v1/convai/agents`: `{ agents: [{ agent_id, … }], has_more }`, as `@elevenlabs/elevenlabs-js` defines it. */
import { flagAt, listAt, objectOf } from '../../../lib/json-reader.ts';
import { ProviderError } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import { type ProviderSettings, vendorWith } from '../provider.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';

const PAGE_SIZE = '100';

/** Counts the account's agents. Rejects with a `ProviderError`, also if the key may not read agents. */
export async function countElevenLabsAgents(
  settings: ProviderSettings,
  signal?: AbortSignal,
): Promise<{ count: number; hasMore: boolean }> {
  const { baseUrl, apiKey } = settings;
  const vendor = vendorWith(ELEVENLABS, settings);
  const response = await providerFetch(
    vendor,
    httpUrl(baseUrl, '/v1/convai/agents', { page_size: PAGE_SIZE }),
    { headers: apiKey ? { 'xi-api-key': apiKey } : {}, secret: apiKey, ...(signal && { signal }) },
  );
  const body = objectOf(await readJson(response));
  if (!Array.isArray(body?.agents))
    throw new ProviderError(vendor, 'rejected', 'its answer contains no list of agents');
  return { count: listAt(body, 'agents').length, hasMore: flagAt(body, 'has_more') };
}
