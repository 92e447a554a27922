import type { HostedMessage } from './chat-request.ts';

/** Messages that are dropped at once where a conversation is too long, so that what is left begins alike for some turns. */
const DROPPED_AT_ONCE = 8;
/** Text of more characters than this for each token that fits is not read: it would take long, for everybody, to learn that it is too much. */
export const MAX_CHARACTERS_A_TOKEN = 8;

/** How a model reads text. */
export interface PromptReader {
  /** The tokens of what one message says. */
  tokenize(content: string): { readonly length: number };
  /** The tokens of the whole, with what the model's template puts around messages. */
  render(messages: readonly HostedMessage[]): number[];
}

/**
 * The tokens of a chat, without its oldest messages where they are too many. Instructions, which come first, stay, and so does
 * the user's last message with what followed it: calls of tools, and what they answered. Reads each message once, however
 * many are dropped.
 * @param room tokens that fit
 * @throws RangeError where what must stay is too long alone
 */
export function fitPrompt(messages: readonly HostedMessage[], room: number, reader: PromptReader): number[] {
  const first = messages[0]?.role === 'system' ? 1 : 0;
  const [instructions, said] = [messages.slice(0, first), messages.slice(first)];
  const mostDropped = Math.max(
    0,
    said.findLastIndex(({ role }) => role === 'user'),
  );
  const least = said.length - mostDropped;
  const most = room * MAX_CHARACTERS_A_TOKEN;
  let characters = sum([...instructions, ...said.slice(mostDropped)].map(({ content }) => content.length));
  if (characters > most)
    throw new RangeError(
      `the prompt of ${characters} characters is too long: at most ${room} tokens are allowed`,
    );
  /** Tokens of each message, from the newest backwards as far as they may fit. */
  const lengths: number[] = [];
  let length = 0;
  for (const { content } of said.toReversed()) {
    if (lengths.length >= least) {
      characters += content.length;
      if (characters > most || length > room) break;
    }
    const taken = reader.tokenize(content).length;
    lengths.unshift(taken);
    // The template adds at least a token.
    length += taken + 1;
  }
  const instructionTokens = instructions[0] ? reader.tokenize(instructions[0].content).length : 0;
  let dropped = roundUp(said.length - lengths.length);
  for (;;) {
    const rest = said.slice(dropped);
    while (rest.length > least && rest[0]!.role !== 'user') rest.shift();
    const tokens = reader.render([...instructions, ...rest]);
    if (tokens.length > 0 && tokens.length <= room) return tokens;
    if (rest.length <= least)
      throw new RangeError(`the prompt has ${tokens.length} tokens; at most ${room} are allowed`);
    // The template's tokens around a message are estimated from those of the whole prompt.
    const kept = lengths.slice(lengths.length - rest.length);
    const around = (tokens.length - sum(kept) - instructionTokens) / (rest.length + first);
    let [over, further] = [tokens.length - room, 0];
    while (over > 0 && further < kept.length) over -= kept[further++]! + around;
    dropped = roundUp(said.length - rest.length + Math.max(further, 1));
  }

  /** How many messages to drop for `count`: whole steps, except where too few would be left. */
  function roundUp(count: number): number {
    const steps = Math.ceil(count / DROPPED_AT_ONCE) * DROPPED_AT_ONCE;
    return steps <= mostDropped ? steps : Math.min(count, mostDropped);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);
