import { useEffect, useId, useSyncExternalStore } from 'react';
import { createListeners } from './listeners.ts';

/** Names of the forms in which something is typed that is not saved. */
const unsaved = new Set<string>();

/** Whether anything typed would be lost: in one form, or in any. */
export const isUnsaved = (form?: string): boolean =>
  form === undefined ? unsaved.size > 0 : unsaved.has(form);

/** Whoever leaves a form is asked while it is dirty. `form` is its name for those who close it alone. */
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
  changes.tell();
}

/** Asks before what is typed is lost; leaves at once where nothing is. A later question takes the place of one that is open. */
export async function mayLeave(form?: string): Promise<boolean> {
  if (!isUnsaved(form)) return true;
  return new Promise((resolve) => {
    setAnswer((may) => {
      setAnswer(undefined);
      resolve(may);
    });
  });
}

/** Returns the function that answers the open question; undefined where none is open. */
export const useLeaveQuestion = (): Answer | undefined => useSyncExternalStore(changes.add, () => answer);
