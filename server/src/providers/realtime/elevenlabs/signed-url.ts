import { objectOf, textAt } from '../../../lib/json-reader.ts';
import { ProviderError, type ProviderName } from '../../provider-error.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';

/**
 * Where to open a conversation with a private agent; good for 15 minutes. It also proves that the key and the
 * agent's id are right. Rejects with a `ProviderError`.
 */
export async function fetchSignedUrl(
  provider: ProviderName,
  baseUrl: string,
  agentId: string,
  apiKey: string,
): Promise<string> {
  const url = httpUrl(baseUrl, '/v1/convai/conversation/get-signed-url', { agent_id: agentId });
  const response = await providerFetch(provider, url, { headers: { 'xi-api-key': apiKey }, secret: apiKey });
  const signedUrl = textAt(objectOf(await readJson(response)), 'signed_url');
  if (!signedUrl || !URL.canParse(signedUrl)) {
    throw new ProviderError(provider, 'rejected', 'no signed URL in the answer');
  }
  return signedUrl;
}

/** Rejects with a `ProviderError` when no server answers; the status of the answer does not matter. */
export async function checkReachable(provider: ProviderName, baseUrl: string): Promise<void> {
  try {
    const response = await providerFetch(provider, httpUrl(baseUrl, '/'));
    await response.body?.cancel();
  } catch (error) {
    const kind = error instanceof ProviderError ? error.kind : undefined;
    if (kind === 'unreachable' || kind === 'timeout') throw error;
  }
}
