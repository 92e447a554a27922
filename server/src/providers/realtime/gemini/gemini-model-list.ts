/** `GET /v1beta/models`, page by page; only models for live conversations are kept. The list has no shutdown dates. */
import { listAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import { providerFetch, readJson } from '../../provider-http.ts';
import { httpUrl } from '../../provider-socket.ts';
import { type ProviderSettings, type VendorModel, vendorWith } from '../provider.ts';
import { GEMINI } from './gemini-offer.ts';

const LIVE_METHOD = 'bidiGenerateContent';
const MAX_PAGES = 10;

/** Rejects with a `ProviderError`. */
export async function listGeminiModels(
  settings: ProviderSettings,
  signal?: AbortSignal,
): Promise<VendorModel[]> {
  const { baseUrl, apiKey } = settings;
  const models: VendorModel[] = [];
  let pageToken: string | undefined;
  for (let page = 0; page < MAX_PAGES && (page === 0 || pageToken); page++) {
    const url = httpUrl(baseUrl, '/v1beta/models', { pageSize: '1000', pageToken });
    const response = await providerFetch(vendorWith(GEMINI, settings), url, {
      headers: apiKey ? { 'x-goog-api-key': apiKey } : {},
      secret: apiKey,
      ...(signal && { signal }),
    });
    const body = objectOf(await readJson(response));
    for (const entry of listAt(body, 'models')) {
      const model = objectOf(entry);
      const name = textAt(model, 'name')?.replace(/^models\//, '');
      const methods = listAt(model, 'supportedGenerationMethods');
      if (name && (methods.length === 0 || methods.includes(LIVE_METHOD))) models.push({ name });
    }
    pageToken = textAt(body, 'nextPageToken');
  }
  return models;
}
