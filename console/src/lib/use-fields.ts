import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

/** Returns a form's fields and whether they have unsaved changes, which the page asks about before the user leaves. */
export function useFields<T extends object>(read: () => T, form?: string) {
  const [saved, setSaved] = useState(read);
  const [fields, setFields] = useState(saved);
  const isDirty = Object.keys({ ...saved, ...fields }).some(
    (name) => !isSame(Reflect.get(saved, name), Reflect.get(fields, name)),
  );
  useUnsaved(isDirty, form);
  return {
    fields,
    isDirty,
    change: (part: Partial<T>) => setFields((now) => ({ ...now, ...part })),
    /** Marks the fields as saved; `next` replaces them. */
    setSaved: (next: T = fields) => {
      setSaved(next);
      setFields(next);
    },
  };
}

/** Compares two values. An emptied field equals one that never had a value. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a === 'object' && typeof b === 'object')
    return a === b || JSON.stringify(a) === JSON.stringify(b);
  return (a ?? '') === (b ?? '');
}
