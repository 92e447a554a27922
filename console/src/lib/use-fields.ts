import { useState } from 'react';
import { useUnsaved } from './unsaved.ts';

/** The fields of a form, and whether they differ from what was read or saved. Whoever leaves them unsaved is asked. */
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
    /** They are saved; `next` is what the form has from then on. */
    setSaved: (next: T = fields) => {
      setSaved(next);
      setFields(next);
    },
  };
}

/** An emptied field is as one that never had anything. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one === 'object' && typeof other === 'object')
    return one === other || JSON.stringify(one) === JSON.stringify(other);
  return (one ?? '') === (other ?? '');
}
