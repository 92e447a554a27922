/** Listeners for an event without data. */
export interface Listeners {
  /** @returns a function that removes the listener */
  add: (listener: () => void) => () => void;
  notify: () => void;
}

export function createListeners(): Listeners {
  const all = new Set<() => void>();
  return {
    add: (listener) => {
      all.add(listener);
      return () => all.delete(listener);
    },
    notify: () => {
      for (const listener of all) listener();
    },
  };
}
