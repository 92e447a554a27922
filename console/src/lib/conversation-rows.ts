import type { Conversation } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { secondsOf } from './recent-conversations.ts';

const words = texts.conversations;

/**
 * Returns a summary: the transcript line that matches the search, or else the user's first line; the number of lines;
 * and the user's rating.
 */
export function summaryOf(one: Conversation, search: string): string {
  const { transcript } = one;
  const found = search.trim().toLowerCase();
  const line =
    (found && transcript.find(({ content }) => content.toLowerCase().includes(found))) ||
    (transcript.find(({ author }) => author === 'user') ?? transcript[0]);
  const lines = transcript.length;
  return [
    line ? fill(words.quoted, { line: line.content }) : words.silent,
    lines > 1 && fill(words.lines, { count: lines }),
    one.rating && fill(texts.conversation.sentences.part, { name: words.rating, value: ratingOf(one)! }),
  ]
    .filter(Boolean)
    .join(' · ');
}

export const ratingOf = ({ rating, ratingComment }: Conversation) =>
  rating &&
  [words.ratings[rating], ratingComment && fill(words.quoted, { line: ratingComment })]
    .filter(Boolean)
    .join(' ');

/**
 * Returns a conversation as a table row for programs: codes, ISO timestamps. @param names of avatars and agents by id
 */
export const toRow = (one: Conversation, names: ReadonlyMap<string, string>, search: string) => ({
  id: one.id,
  name: one.name,
  avatar: nameIn(names, one.characterId),
  agent: nameIn(names, one.agentId),
  user: one.consumerIdentity,
  started: one.startedAt,
  ended: one.endedAt,
  seconds: one.endedAt ? Math.round(secondsOf(one)) : undefined,
  endReason: one.endReason,
  rating: one.rating,
  summary: summaryOf(one, search),
});

const nameIn = (names: ReadonlyMap<string, string>, id: string | undefined) => id && (names.get(id) ?? id);
