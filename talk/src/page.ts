/** Returns the element with this id. The page is ours, so a missing one is a programming error. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const match = document.getElementById(id);
  if (!match) throw new Error(`no element #${id}`);
  return match as T;
}

/** `wait` is visible initially. */
const SCREENS = ['wait', 'key-form', 'choose', 'call', 'no-answer'] as const;

export function show(screen: (typeof SCREENS)[number]): void {
  for (const id of SCREENS) element(id).hidden = id !== screen;
}

export function notice(message: string, kind: 'error' | 'info' = 'error'): void {
  const line = element('page-notice');
  line.textContent = message;
  line.dataset.kind = kind;
  line.hidden = message === '';
}
