import type MiniSearch from 'minisearch';
import type { SearchResult } from 'minisearch';
import { SEARCH_OPTIONS } from '../search-options.ts';

const dialog = document.querySelector<HTMLDialogElement>('#search')!;
const input = dialog.querySelector('input')!;
const status = dialog.querySelector('p')!;
const list = dialog.querySelector('ol')!;
const root = document.documentElement.dataset.root!;
const MAX_RESULTS = 12;

let index: Promise<MiniSearch> | undefined;

/** Loads the library and the index, with the first search. */
async function load(): Promise<MiniSearch> {
  // Sequential, so that without a network the reader always sees the same error.
  const { default: Search } = await import('minisearch');
  const answer = await fetch(`${root}search.json`);
  if (!answer.ok) throw new Error(`The index cannot be loaded (${answer.status}).`);
  return Search.loadJSON(await answer.text(), SEARCH_OPTIONS);
}

export function openSearch(): void {
  if (dialog.open) return;
  index ??= load();
  dialog.showModal();
  input.select();
  void show();
}

async function show(): Promise<void> {
  const query = input.value.trim();
  try {
    const results = query ? (await index!).search(query) : [];
    // Text that was typed meanwhile starts its own search.
    if (query !== input.value.trim()) return;
    status.textContent = query
      ? `${results.length === 0 ? 'Nothing' : results.length} found`
      : 'Pages, headings, operations.';
    list.replaceChildren(...results.slice(0, MAX_RESULTS).map(renderResult));
  } catch (error) {
    index = undefined;
    status.textContent = `The search failed: ${(error as Error).message}`;
  }
}

function renderResult({ id, title, page, excerpt }: SearchResult): HTMLElement {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: root + String(id) });
  for (const [name, textContent] of [
    ['strong', title],
    ['small', page === title ? '' : ` ${page}`],
    ['span', excerpt],
  ])
    link.append(Object.assign(document.createElement(name), { textContent }));
  link.addEventListener('click', () => dialog.close());
  item.append(link);
  return item;
}

input.addEventListener('input', () => void show());
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});
dialog.addEventListener('keydown', (event) => {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...list.querySelectorAll('a')];
  if (event.key === 'Enter' && event.target === input) links[0]?.click();
  if (!step || links.length === 0) return;
  event.preventDefault();
  const at = links.indexOf(document.activeElement as HTMLAnchorElement) + step;
  (at < 0 ? input : links[Math.min(at, links.length - 1)]!).focus();
});
