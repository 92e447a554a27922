/**
 * What notices that a credential ceases to be accepted in the middle of the work, whatever the call was for. What is
 * typed stays where it is.
 */
export function watchRefusals() {
  const listeners = new Set<() => void>();
  return {
    fetch: async (url: string, init: RequestInit): Promise<Response> => {
      const answer = await fetch(url, init);
      if (answer.status === 401) for (const listener of listeners) listener();
      return answer;
    },
    onRefused: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
