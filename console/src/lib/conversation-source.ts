import type { Conversation } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';

const { sources: words, visitor } = texts.conversations;

/** How conversations of the talk page and of this console are named, and how the ids of their users begin: for programs, too, and so in English. */
const SOURCES = {
  talk: { prefix: 'Talk page: ', identity: 'talk-' },
  console: { prefix: 'Console: ', identity: 'console-' },
};

type Source = keyof typeof SOURCES;

/** The name and the user of a conversation in the console with an avatar, as the API gets them. */
export const fromConsole = (avatar: string) => ({
  name: `${SOURCES.console.prefix}${avatar}`,
  consumer: { identity: `${SOURCES.console.identity}${crypto.randomUUID()}`, name: 'You' },
});

const sourceOf = ({ consumerIdentity = '' }: Conversation): Source | undefined =>
  (Object.keys(SOURCES) as Source[]).find((source) => consumerIdentity.startsWith(SOURCES[source].identity));

/** Returns the name of a conversation in the language of the page, where the talk page or the console has named it. */
export function titleOf(one: Conversation): string {
  const source = sourceOf(one);
  if (!source || !one.name.startsWith(SOURCES[source].prefix)) return one.name;
  return fill(words[source].title, { avatar: one.name.slice(SOURCES[source].prefix.length) });
}

/** Returns the name of a conversation's user, or where they come from; `undefined` where neither is known. */
export function userOf(one: Conversation): string | undefined {
  if (one.embedId) return visitor;
  const source = sourceOf(one);
  return source ? words[source].user : (one.consumerName ?? one.consumerIdentity);
}
