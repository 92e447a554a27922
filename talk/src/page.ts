/** The element with this id; the page is ours, so a missing one is a mistake worth an exception. */
export function element<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`no element #${id}`);
  return found as T;
}

/** `wait` is what the page shows by itself. */
const SCREENS = ['wait', 'key-form', 'choose', 'call', 'over', 'no-answer'] as const;

export function show(screen: (typeof SCREENS)[number]): void {
  for (const id of SCREENS) element(id).hidden = id !== screen;
  for (const id of ['state', 'latency', 'engine']) if (screen !== 'call') element(id).hidden = true;
}

export function chip(id: 'state' | 'latency' | 'engine', text: string): void {
  const label = element(id);
  label.textContent = text;
  label.hidden = text === '';
}
