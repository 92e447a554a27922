import type { HistoryEntry } from '../history.ts';
import type { ChatMessage } from './chat-client.ts';

/**
 * The conversation as a chat. Many models' templates know one system message, at the beginning, and want user and
 * assistant to take turns, the user first: notes join the system message, neighbours of one role are joined.
 * `request` is what is to be answered when it is not the user's last words.
 */
export function toChatMessages(
  instructions: string,
  history: readonly HistoryEntry[],
  options: { request?: string | undefined; passages?: string | undefined } = {},
): ChatMessage[] {
  const notes = history.filter((entry) => entry.role === 'note').map((entry) => `- ${entry.text}`);
  const system = [
    instructions,
    ...(notes.length > 0 ? [`# What happened meanwhile\n${notes.join('\n')}`] : []),
    ...(options.passages ? [`# What your documents say about the last question\n${options.passages}`] : []),
  ].join('\n\n');
  const messages: { role: 'user' | 'assistant'; content: string }[] = [];
  const add = (role: 'user' | 'assistant', content: string) => {
    const last = messages.at(-1);
    if (last?.role === role) last.content += `\n${content}`;
    else messages.push({ role, content });
  };
  // Results of tools are left out: the answers that used them are in the history.
  for (const { role, text } of history) if (role === 'user' || role === 'assistant') add(role, text);
  if (options.request !== undefined) add('user', `(${options.request})`);
  if (messages[0]?.role !== 'user') messages.unshift({ role: 'user', content: '(The conversation begins.)' });
  return [{ role: 'system', content: system }, ...messages];
}
