import { CallTooLong, type LanguageModel } from '../language/chat-request.ts';
import { runLanguageHost } from '../language/run-language-host.ts';

let given = 0;
let dropped = 0;

/**
 * Does what the last message says: `hang` stops making steps, `talk` continues until nobody listens, `dropped?` tells
 * how many stopped listening, `call` calls the first tool with its own schema, `call on and on` makes a call that is
 * too long; all else is repeated.
 */
const planted: LanguageModel = {
  name: 'planted',
  takesTools: true,
  async *answer({ key, messages, maxTokens, tools }, signal) {
    const { content } = messages.at(-1)!;
    yield '';
    if (content === 'hang') await new Promise(() => undefined);
    if (content === 'too long') throw new RangeError('the prompt is too long');
    if (content === 'break off') {
      yield 'Half of';
      throw new Error('something broke');
    }
    if (content === 'call on and on') throw new CallTooLong('it was not over after 300 tokens');
    while (content === 'talk') {
      yield 'more ';
      await new Promise((resolve) => setImmediate(resolve));
      if (!signal.aborted) continue;
      dropped++;
      signal.throwIfAborted();
    }
    if (content === 'call') yield { name: tools![0]!.name, args: JSON.stringify(tools![0]!.parameters) };
    given++;
    yield content === 'dropped?' ? `${dropped}` : `${given}: ${content} `;
    yield `(${key === '' ? 'no key' : 'a key'}, ${maxTokens} tokens)`;
  },
};

const [addressFile, hangsMs, fault] = process.argv.slice(2) as [string, string, string?];
await runLanguageHost(
  async () => {
    if (fault) throw new Error(fault);
    return planted;
  },
  addressFile,
  Number(hangsMs),
);
