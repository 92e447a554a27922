import type { Conversation } from '@visavis/client';
import { fill, texts } from '../texts/texts.ts';
import { secondsOf } from './recent-conversations.ts';

const words = texts.conversations;

/**
 * Returns a summary: the transcript line that matches the search, or else the user's first line; the number of lines;
 * and the user's rating.
 */
export function summaryOf(conversation: Conversation, search: string): string {
  const { transcript, rating } = conversation;
  const query = search.trim().toLowerCase();
  const line =
    (query && transcript.find(({ content }) => content.toLowerCase().includes(query))) ||
    (transcript.find(({ author }) => author === 'user') ?? transcript[0]);
  const lines = transcript.length;
  return [
    line ? fill(words.quoted, { line: line.content }) : words.silent,
    lines > 1 && fill(words.lines, { count: lines }),
    rating && fill(texts.conversation.sentences.part, { name: words.rating, value: ratingOf(conversation)! }),
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
export const toRow = (conversation: Conversation, names: ReadonlyMap<string, string>, search: string) => ({
  id: conversation.id,
  name: conversation.name,
  avatar: nameIn(names, conversation.characterId),
  agent: nameIn(names, conversation.agentId),
  user: conversation.consumerIdentity,
  started: conversation.startedAt,
  ended: conversation.endedAt,
  seconds: conversation.endedAt ? Math.round(secondsOf(conversation)) : undefined,
  endReason: conversation.endReason,
  rating: conversation.rating,
  summary: summaryOf(conversation, search),
});

const nameIn = (names: ReadonlyMap<string, string>, id: string | undefined) => id && (names.get(id) ?? id);
