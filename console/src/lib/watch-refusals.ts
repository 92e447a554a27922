import { createListeners } from './listeners.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * Watches all calls for an answer that refuses the credential, as when it expires in the middle of the work. Whoever listens
 * lets people sign in again over the page, which keeps what was typed.
 */
export function watchRefusals() {
  const refused = createListeners();
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      // A deletion is sent to its end even if the page is left meanwhile.
      const answer = await watchedFetch(url, { ...init, keepalive: init.method === 'DELETE' });
      if (answer.status === 401) refused.tell();
      return answer;
    },
    onRefused: refused.add,
  };
}
