/**
 * A visitor's consent to the browser's own speech recognition: the attribute `browser-speech` of the element, and, so
 * that they are asked only once, a value in the browser's storage. That of an embed is for this embed only; a page may
 * name another key with the attribute `remember`. Without either, the page itself remembers it.
 */
const storageKeyOf = (element: Element): string | undefined => {
  const embed = element.getAttribute('embed');
  return element.getAttribute('remember') ?? (embed ? `visavis.browser-speech.${embed}` : undefined);
};

/** Whether the consent to this element is stored in the browser. */
export const storesConsent = (element: Element): boolean => storageKeyOf(element) !== undefined;

export function hasConsented(element: Element): boolean {
  if (element.hasAttribute('browser-speech')) return true;
  const key = storageKeyOf(element);
  return key !== undefined && tryStorage((storage) => storage.getItem(key)) === 'yes';
}

export function giveConsent(element: Element): void {
  element.setAttribute('browser-speech', '');
  const key = storageKeyOf(element);
  if (key !== undefined) tryStorage((storage) => storage.setItem(key, 'yes'));
}

/** Browsers may forbid the storage; the visitor is then asked again. */
function tryStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
