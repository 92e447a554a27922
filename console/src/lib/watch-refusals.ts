import { createListeners } from './listeners.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * Watches calls for a credential that is no longer accepted in the middle of the work, whatever the call was
 * for. Whatever is typed stays where it is.
 */
export function watchRefusals() {
  const refused = createListeners();
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      // Goes on also where the page is left meanwhile.
      const answer = await watchedFetch(url, { ...init, keepalive: init.method === 'DELETE' });
      if (answer.status === 401) refused.tell();
      return answer;
    },
    onRefused: refused.add,
  };
}
