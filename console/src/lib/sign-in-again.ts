import { createListeners } from './listeners.ts';
import { watchedFetch } from './watched-fetch.ts';

/**
 * What notices that a credential ceases to be accepted in the middle of the work, whatever the call was for. What is
 * typed stays where it is.
 */
export function watchRefusals() {
  const refused = createListeners();
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      // Also where the page is left meanwhile.
      const answer = await watchedFetch(url, { ...init, keepalive: init.method === 'DELETE' });
      if (answer.status === 401) refused.tell();
      return answer;
    },
    onRefused: refused.add,
  };
}
