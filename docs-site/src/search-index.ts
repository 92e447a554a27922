import MiniSearch from 'minisearch';
import type { Page } from './layout.ts';
import type { Passage } from './markdown.ts';
import { SEARCH_OPTIONS } from './search-options.ts';

/** The index of all passages, ready to be loaded by the page. */
export function renderSearchIndex(pages: readonly (Page & { passages: Passage[] })[]): string {
  const index = new MiniSearch(SEARCH_OPTIONS);
  index.addAll(
    pages.flatMap(({ path, label, passages }) =>
      passages.map(({ heading, text }) => ({
        id: heading ? `${path}#${heading.id}` : path,
        page: label,
        title: heading?.text ?? label,
        text,
        excerpt: text.trim().slice(0, 160),
      })),
    ),
  );
  return JSON.stringify(index);
}
