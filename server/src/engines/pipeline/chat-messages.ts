import type { ChatMessage } from '../../providers/llm/chat-client.ts';
import type { HistoryEntry } from '../history.ts';
import { RESUME_REQUEST } from '../instructions.ts';

/**
 * Returns the conversation as chat messages. Many models' templates support one system message, at the beginning, and
 * require user and assistant to alternate, the user first. So notes are added to the system message, and consecutive
 * messages of one role are merged. `request` is what the model should answer, if that is not the user's last words. For
 * a model that keeps what it has computed (`keepsPrefix`), notes stay where they came, and passages are next to the
 * question, so that everything before the question is as it was.
 */
export function toChatMessages(
  instructions: string,
  history: readonly HistoryEntry[],
  options: {
    request?: string | undefined;
    passages?: string | undefined;
    keepsPrefix?: boolean;
  } = {},
): ChatMessage[] {
  const { passages, keepsPrefix = false } = options;
  const notes = keepsPrefix
    ? []
    : history.filter(({ role }) => role === 'note').map(({ text }) => `- ${text}`);
  const system = [
    instructions,
    ...(notes.length > 0 ? [`# What happened meanwhile\n${notes.join('\n')}`] : []),
    ...(passages && !keepsPrefix ? [`# What your documents say about the last question\n${passages}`] : []),
  ].join('\n\n');
  const messages: { role: 'user' | 'assistant'; content: string }[] = [];
  const add = (role: 'user' | 'assistant', content: string) => {
    const last = messages.at(-1);
    if (last?.role === role) last.content += `\n${content}`;
    else messages.push({ role, content });
  };
  // Results of tools are left out: the answers that used them are in the history.
  for (const { role, text } of history) {
    if (role === 'user' || role === 'assistant') add(role, text);
    else if (role === 'note' && keepsPrefix) add('user', `(${text})`);
  }
  if (options.request !== undefined) add('user', `(${options.request})`);
  const question = messages.at(-1);
  // Small models repeat headings instead of answering, so there are none.
  if (passages && keepsPrefix && question?.role === 'user')
    question.content = `Your documents say: ${passages}\n${question.content}`;
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: '(The conversation begins.)' });
  return [{ role: 'system', content: system }, ...messages];
}

/** Asks for the rest of an answer of which `said` has been spoken. */
export function withContinuationRequest(messages: ChatMessage[], spoken: string): ChatMessage[] {
  if (spoken === '') return messages;
  return [
    ...messages,
    { role: 'assistant', content: spoken.trim() },
    { role: 'user', content: `(${RESUME_REQUEST})` },
  ];
}
