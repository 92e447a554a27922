import { listAt, objectOf, textAt } from '../../lib/json-reader.ts';
import type { ProviderName } from '../../providers/provider-error.ts';
import { providerFetch, readJson } from '../../providers/provider-http.ts';
import { httpUrl } from '../../providers/provider-socket.ts';
import type { WebSearch } from './standard-tools.ts';

export interface SearxOptions {
  /** Base address of `/search`. */
  baseUrl: string;
  apiKey?: string | undefined;
}

const SEARCH: ProviderName = { name: 'The search service', keySetting: 'SEARCH_API_KEY' };
const MAX_EXCERPT = 600;

/** An operator's own search: SearXNG with its JSON format enabled (docs.searxng.org, search API), or compatible. */
export function createSearxSearch({ baseUrl, apiKey }: SearxOptions): WebSearch {
  return async (query, signal) => {
    const url = httpUrl(baseUrl, '/search', { q: query, format: 'json' });
    const headers: Record<string, string> = apiKey ? { Authorization: `Bearer ${apiKey}` } : {};
    const response = await providerFetch(SEARCH, url, { signal, headers, secret: apiKey });
    return listAt(objectOf(await readJson(response)), 'results').flatMap((entry) => {
      const page = objectOf(entry);
      const title = textAt(page, 'title');
      const address = textAt(page, 'url');
      if (!title || !address) return [];
      return [{ title, url: address, excerpt: (textAt(page, 'content') ?? '').slice(0, MAX_EXCERPT) }];
    });
  };
}
