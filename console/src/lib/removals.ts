import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** What is deleted soon, or is being deleted: by its id, what deletes it at once. */
const going = new Map<string, () => Promise<void>>();
const changes = createListeners();

/** @returns whether it was not going before: nothing is deleted twice */
export function startRemoval(id: string, finish: () => Promise<void>): boolean {
  if (going.has(id)) return false;
  going.set(id, finish);
  changes.tell();
  return true;
}

export function endRemoval(id: string): void {
  going.delete(id);
  changes.tell();
}

/** Nobody can undo them any more: the console is left, or its key. */
export const finishRemovals = (): Promise<unknown> =>
  Promise.all([...going.values()].map((finish) => finish()));
addEventListener('pagehide', () => void finishRemovals());

/** Whether it goes, unless somebody undoes it. */
export const useIsGoing = (id: string): boolean => useSyncExternalStore(changes.add, () => going.has(id));
