import { useEffect, useId, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Names of the forms with unsaved input. */
const unsaved = new Set<string>();

/** Whether unsaved input would be lost: in one form, or in any. */
export const isUnsaved = (form?: string): boolean =>
  form === undefined ? unsaved.size > 0 : unsaved.has(form);

/** Makes the page ask before the user leaves a dirty form. `form` names it for a dialog that closes only this form. */
export function useUnsaved(isDirty: boolean, form?: string): void {
  const own = useId();
  const name = form ?? own;
  useEffect(() => {
    if (!isDirty) return;
    unsaved.add(name);
    return () => void unsaved.delete(name);
  }, [isDirty, name]);
}

type Answer = (mayLeave: boolean) => void;
let answer: Answer | undefined;
const changes = createListeners();

function setAnswer(next: Answer | undefined): void {
  answer = next;
  changes.notify();
}

/** Asks before unsaved input is lost, and resolves to the answer. A new question replaces an open one. */
export async function mayLeave(form?: string): Promise<boolean> {
  if (!isUnsaved(form)) return true;
  return new Promise((resolve) => {
    setAnswer((may) => {
      setAnswer(undefined);
      resolve(may);
    });
  });
}

/** Returns the function that answers the open question; undefined if none is open. */
export const useLeaveQuestion = (): Answer | undefined => useSyncExternalStore(changes.add, () => answer);
