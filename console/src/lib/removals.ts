import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Resources that are being deleted, or will be soon: by id, a function that deletes each at once. */
const going = new Map<string, () => Promise<void>>();
const changes = createListeners();

/** Adds a removal. @returns false if the resource is being removed already, so that nothing is deleted twice */
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

/** Finishes all removals, because nobody can undo them after leaving the console or signing out. */
export const finishRemovals = (): Promise<unknown> =>
  Promise.all([...going.values()].map((finish) => finish()));
addEventListener('pagehide', () => void finishRemovals());

/** Whether a resource will be deleted unless somebody undoes it. */
export const useIsGoing = (id: string): boolean => useSyncExternalStore(changes.add, () => going.has(id));
