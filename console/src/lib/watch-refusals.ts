import { fetchWithProgress } from './fetch-with-progress.ts';
import { createListeners } from './listeners.ts';

/**
 * Watches all calls for a refused credential, as when it expires while somebody works. Its listeners show the sign-in
 * form over the page, so that unsaved input is kept.
 */
export function watchRefusals() {
  const refused = createListeners();
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      // `keepalive` completes a deletion even if the page is closed meanwhile.
      const answer = await fetchWithProgress(url, { ...init, keepalive: init.method === 'DELETE' });
      if (answer.status === 401) refused.notify();
      return answer;
    },
    onRefused: refused.add,
  };
}
