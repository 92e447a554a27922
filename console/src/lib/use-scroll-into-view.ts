import { type RefObject, useEffect, useRef } from 'react';

/** Scrolls to an element that a click has opened, because it may be outside the visible area. */
export function useScrollIntoView<T extends Element>(): RefObject<T | null> {
  const element = useRef<T>(null);
  useEffect(() => {
    // Has no return value: newer browsers return a promise here, which React would take for a clean-up function.
    element.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return element;
}
