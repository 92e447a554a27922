/**
 * A visitor's agreement to the browser's own speech recognition: the attribute `browser-speech` of the element, and, so
 * that they are asked only once, a value in the browser's storage. That of an embed is for this embed only; a page may
 * name another key with the attribute `remember`. Without either, the page itself remembers it.
 */
const keyOf = (element: Element): string | undefined => {
  const embed = element.getAttribute('embed');
  return element.getAttribute('remember') ?? (embed ? `visavis.browser-speech.${embed}` : undefined);
};

/** Whether an agreement to this element is kept in the browser. */
export const keepsAgreement = (element: Element): boolean => keyOf(element) !== undefined;

export function hasAgreed(element: Element): boolean {
  if (element.hasAttribute('browser-speech')) return true;
  const key = keyOf(element);
  return key !== undefined && inStorage((storage) => storage.getItem(key)) === 'yes';
}

export function agree(element: Element): void {
  element.setAttribute('browser-speech', '');
  const key = keyOf(element);
  if (key !== undefined) inStorage((storage) => storage.setItem(key, 'yes'));
}

/** Browsers may forbid the storage; the visitor is then asked again. */
function inStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
