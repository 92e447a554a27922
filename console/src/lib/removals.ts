import { useSyncExternalStore } from 'react';

/** Ids of what will be deleted within ten seconds, or is being deleted. */
const going = new Set<string>();
const listeners = new Set<() => void>();

const tell = () => {
  for (const listener of listeners) listener();
};

/** @returns whether it was not going before: nothing is deleted twice */
export function startRemoval(id: string): boolean {
  if (going.has(id)) return false;
  going.add(id);
  tell();
  return true;
}

export function endRemoval(id: string): void {
  going.delete(id);
  tell();
}

/** Whether it will be deleted, unless somebody keeps it. */
export const useIsGoing = (id: string): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => going.has(id),
  );
