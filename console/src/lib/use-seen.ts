import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to an element that a click has opened, which may lie below what is seen. */
export function useSeen<T extends Element>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    // Newer browsers return a promise, which is no clean-up.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return element;
}
