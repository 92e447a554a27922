import type { KnowledgeBaseDocument } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { formatBytes } from './format.ts';

const { events: words } = texts.knowledgeBase;

/** Describes a document's last event in the language of the page, with the numbers of the service's English text. */
export function tellOfDocument({ size, timeline }: KnowledgeBaseDocument): string {
  const last = timeline.at(-1);
  const [first, second] = (last?.content.match(/\d+/g) ?? []).map(Number);
  switch (last?.type) {
    case 'created':
    case 'uploaded':
    case 'indexing':
      return words[last.type];
    case 'indexed':
      return fill(words.indexed, { count: first ?? 0 });
    case 'progress':
      if (first === undefined) break;
      return second === undefined
        ? fill(words.share, { share: fill(texts.units.percent, { share: first }) })
        : fill(words.pages, { done: first, all: second });
  }
  return last?.content ?? formatBytes(size);
}
