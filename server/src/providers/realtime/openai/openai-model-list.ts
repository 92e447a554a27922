/** `GET /models`, as OpenAI's API defines it: `{ data: [{ id, shutdown_date? }] }`. */
import { listAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import { type ProviderSettings, type VendorModel, vendorWith } from '../provider.ts';
import { OPENAI } from './openai-offer.ts';

/** Rejects with a `ProviderError`. */
export async function listOpenAiModels(
  settings: ProviderSettings,
  signal?: AbortSignal,
): Promise<VendorModel[]> {
  const { baseUrl, apiKey } = settings;
  const response = await providerFetch(vendorWith(OPENAI, settings), httpUrl(baseUrl, '/models'), {
    headers: apiKey ? { Authorization: `Bearer ${apiKey}` } : {},
    secret: apiKey,
    ...(signal && { signal }),
  });
  const body = objectOf(await readJson(response));
  return listAt(body, 'data').flatMap((entry) => {
    const model = objectOf(entry);
    const name = textAt(model, 'id');
    const shutsDownOn = textAt(model, 'shutdown_date')?.slice(0, 10);
    return name ? [{ name, ...(shutsDownOn && { shutsDownOn }) }] : [];
  });
}
