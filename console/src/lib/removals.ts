import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Ids of what will be deleted within ten seconds, or is being deleted. */
const going = new Set<string>();
const changes = createListeners();

/** @returns whether it was not going before: nothing is deleted twice */
export function startRemoval(id: string): boolean {
  if (going.has(id)) return false;
  going.add(id);
  changes.tell();
  return true;
}

export function endRemoval(id: string): void {
  going.delete(id);
  changes.tell();
}

/** Whether it will be deleted, unless somebody keeps it. */
export const useIsGoing = (id: string): boolean => useSyncExternalStore(changes.add, () => going.has(id));
