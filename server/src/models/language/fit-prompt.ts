import type { HostedMessage } from './chat-request.ts';

/** How many messages are dropped at once from an overlong conversation, so that prompts begin alike for a few turns. */
const DROPPED_AT_ONCE = 8;
/** Text with more characters per available token is rejected unread: tokenizing it would delay everybody. */
export const MAX_CHARACTERS_A_TOKEN = 8;

/** How a model tokenizes text. */
export interface PromptTokenizer {
  /** Returns the tokens of one message's content. */
  tokenize(content: string): { readonly length: number };
  /** Returns the tokens of all messages, including what the model's template adds. */
  render(messages: readonly HostedMessage[]): number[];
}

/**
 * Returns at most `maxTokens` tokens of a chat, dropping its oldest messages if there are too many. The instructions,
 * which come first, stay, as does the user's last message with everything after it: tool calls and their results. Each
 * message is tokenized only once, however many are dropped.
 * @throws RangeError if what must stay is too long by itself
 */
export function fitPrompt(
  messages: readonly HostedMessage[],
  maxTokens: number,
  tokenizer: PromptTokenizer,
): number[] {
  const first = messages[0]?.role === 'system' ? 1 : 0;
  const [instructions, chat] = [messages.slice(0, first), messages.slice(first)];
  const maxDropped = Math.max(
    0,
    chat.findLastIndex(({ role }) => role === 'user'),
  );
  const minMessages = chat.length - maxDropped;
  const maxCharacters = maxTokens * MAX_CHARACTERS_A_TOKEN;
  let characters = sum([...instructions, ...chat.slice(maxDropped)].map(({ content }) => content.length));
  if (characters > maxCharacters)
    throw new RangeError(
      `the prompt of ${characters} characters is too long: at most ${maxTokens} tokens are allowed`,
    );
  /** The number of tokens of each message, from the newest backwards as far as they may fit. */
  const lengths: number[] = [];
  let length = 0;
  for (const { content } of chat.toReversed()) {
    if (lengths.length >= minMessages) {
      characters += content.length;
      if (characters > maxCharacters || length > maxTokens) break;
    }
    const count = tokenizer.tokenize(content).length;
    lengths.unshift(count);
    // The template adds at least one token.
    length += count + 1;
  }
  const instructionTokens = instructions[0] ? tokenizer.tokenize(instructions[0].content).length : 0;
  let dropped = roundUp(chat.length - lengths.length);
  for (;;) {
    const rest = chat.slice(dropped);
    while (rest.length > minMessages && rest[0]!.role !== 'user') rest.shift();
    const tokens = tokenizer.render([...instructions, ...rest]);
    if (tokens.length > 0 && tokens.length <= maxTokens) return tokens;
    if (rest.length <= minMessages)
      throw new RangeError(`the prompt has ${tokens.length} tokens; at most ${maxTokens} are allowed`);
    // Estimate the template's tokens per message from the whole prompt.
    const kept = lengths.slice(lengths.length - rest.length);
    const templateTokens = (tokens.length - sum(kept) - instructionTokens) / (rest.length + first);
    let [over, further] = [tokens.length - maxTokens, 0];
    while (over > 0 && further < kept.length) over -= kept[further++]! + templateTokens;
    dropped = roundUp(chat.length - rest.length + Math.max(further, 1));
  }

  /** Rounds up to whole steps, unless too few messages would be left. */
  function roundUp(count: number): number {
    const steps = Math.ceil(count / DROPPED_AT_ONCE) * DROPPED_AT_ONCE;
    return steps <= maxDropped ? steps : Math.min(count, maxDropped);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
