/** `GET /v1/convai/agents`: `{ agents: [{ agent_id, … }], has_more }`, as `@elevenlabs/elevenlabs-js` has it. */
import { flagAt, listAt, objectOf } from '../../../lib/json-reader.ts';
import { ProviderError } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import type { ProviderSettings } from '../provider.ts';
import { ELEVENLABS } from './elevenlabs-offer.ts';

const PAGE_SIZE = '100';

/** The agents of the account. A key without the right to read agents is refused here, too. Rejects with a `ProviderError`. */
export async function countElevenLabsAgents({
  baseUrl,
  apiKey,
}: ProviderSettings): Promise<{ count: number; hasMore: boolean }> {
  const response = await providerFetch(
    ELEVENLABS,
    httpUrl(baseUrl, '/v1/convai/agents', { page_size: PAGE_SIZE }),
    { headers: apiKey ? { 'xi-api-key': apiKey } : {}, secret: apiKey },
  );
  const body = objectOf(await readJson(response));
  if (!Array.isArray(body?.agents))
    throw new ProviderError(ELEVENLABS, 'rejected', 'no list of agents in the answer');
  return { count: listAt(body, 'agents').length, hasMore: flagAt(body, 'has_more') };
}
