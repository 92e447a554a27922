import type { Conversation } from '@visavis/client';
import { PAGES } from '@visavis/web/pages';
import { fill, texts } from '../texts/texts.ts';

const { sources: sourceTexts, visitor } = texts.conversations;

type Source = keyof typeof PAGES;

const sourceOf = ({ consumerIdentity = '' }: Conversation): Source | undefined =>
  (Object.keys(PAGES) as Source[]).find((source) => consumerIdentity.startsWith(PAGES[source].identity));

/** Returns a conversation's name, in the language of the page if the talk page or the console chose it. */
export function titleOf(conversation: Conversation): string {
  const source = sourceOf(conversation);
  if (!source || !conversation.name.startsWith(PAGES[source].prefix)) return conversation.name;
  return fill(sourceTexts[source].title, { avatar: conversation.name.slice(PAGES[source].prefix.length) });
}

/** Returns the name of a conversation's user, or else where they came from; `undefined` if neither is known. */
export function userOf(conversation: Conversation): string | undefined {
  if (conversation.embedId) return visitor;
  const source = sourceOf(conversation);
  return source ? sourceTexts[source].user : (conversation.consumerName ?? conversation.consumerIdentity);
}
