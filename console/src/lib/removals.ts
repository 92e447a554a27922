import { useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Resources that are being deleted, or will be soon: by id, a function that deletes each at once. */
const pendingRemovals = new Map<string, () => Promise<void>>();
const changes = createListeners();

/** Adds a removal. @returns false if the resource is being removed already, so that nothing is deleted twice */
export function startRemoval(id: string, finish: () => Promise<void>): boolean {
  if (pendingRemovals.has(id)) return false;
  pendingRemovals.set(id, finish);
  changes.notify();
  return true;
}

export function endRemoval(id: string): void {
  pendingRemovals.delete(id);
  changes.notify();
}

/** Finishes all removals, because nobody can undo them after leaving the console or signing out. */
export const finishRemovals = (): Promise<unknown> =>
  Promise.all([...pendingRemovals.values()].map((finish) => finish()));
addEventListener('pagehide', () => void finishRemovals());

/** Whether a resource will be deleted unless somebody undoes it. */
export const useIsPendingRemoval = (id: string): boolean =>
  useSyncExternalStore(changes.add, () => pendingRemovals.has(id));
