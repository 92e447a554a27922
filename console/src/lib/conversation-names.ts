import type { Conversation } from '@visavis/client';
import { PAGES } from '@visavis/web/pages';
import { fill, texts } from '../texts/texts.ts';

const { sources: words, visitor } = texts.conversations;

type Source = keyof typeof PAGES;

const sourceOf = ({ consumerIdentity = '' }: Conversation): Source | undefined =>
  (Object.keys(PAGES) as Source[]).find((source) => consumerIdentity.startsWith(PAGES[source].identity));

/** Returns a conversation's name, in the language of the page if the talk page or the console chose it. */
export function titleOf(one: Conversation): string {
  const source = sourceOf(one);
  if (!source || !one.name.startsWith(PAGES[source].prefix)) return one.name;
  return fill(words[source].title, { avatar: one.name.slice(PAGES[source].prefix.length) });
}

/** Returns the name of a conversation's user, or else where they came from; `undefined` if neither is known. */
export function userOf(one: Conversation): string | undefined {
  if (one.embedId) return visitor;
  const source = sourceOf(one);
  return source ? words[source].user : (one.consumerName ?? one.consumerIdentity);
}
