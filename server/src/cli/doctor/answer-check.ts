import type { Config } from '../../config.ts';
import { systemClock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/message-of.ts';
import { ChatClient, type ChatEndpoint } from '../../providers/llm/chat-client.ts';
import { type Finding, fail, ok } from './finding.ts';

const QUESTION = [{ role: 'user', content: 'Say hello.' }] as const;

/**
 * Asks a pipeline's language model a question, as in a conversation: only that shows whether its server accepts the key
 * and has the model. `prefix`: that of its settings, such as `LLM`.
 */
export async function answerFinding(
  name: string,
  llm: ChatEndpoint,
  patience: Config['patience']['llm'],
  prefix: string,
): Promise<Finding> {
  const asked = new AbortController();
  const chat = new ChatClient(llm, patience, systemClock, () => undefined);
  try {
    for await (const _ of chat.stream(QUESTION, [], asked.signal)) break;
    return ok(`${name}: ${llm.model} answers`);
  } catch (error) {
    return fail(
      `${name}: ${messageOf(error)}`,
      `Check ${prefix}_MODEL, ${prefix}_API_KEY and ${prefix}_BASE_URL. A model that the server loads on demand may need longer than ${prefix}_FIRST_MS.`,
    );
  } finally {
    asked.abort();
  }
}
