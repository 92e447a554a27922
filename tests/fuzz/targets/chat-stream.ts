import { EventEmitter } from 'node:events';
import http from 'node:http';
import { Readable } from 'node:stream';
import { systemClock } from '@visavis/server/dist/lib/clock.js';
import { ChatClient } from '@visavis/server/dist/providers/llm/chat-client.js';
import { PATIENCE } from '@visavis/server/dist/providers/patience.js';
import { ProviderError } from '@visavis/server/dist/providers/provider-error.js';
import type { FuzzTarget } from '../fuzz-target.ts';

const chunk = (delta: object) => `data: ${JSON.stringify({ model: 'm', choices: [{ delta }] })}\n\n`;
const piece = (more: object) =>
  chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'n', arguments: '{"a"' }, ...more }] });

/** A request whose response is the input. */
class Answering extends EventEmitter {
  readonly writableFinished = true;
  readonly #input: Buffer;
  readonly #then: (answer: object) => void;

  constructor(input: Buffer, then: (answer: object) => void) {
    super();
    this.#input = input;
    this.#then = then;
  }

  end(): void {
    this.#then(Object.assign(Readable.from([this.#input]), { statusCode: 200, headers: {} }));
  }

  destroy(): void {
    // There is no connection to destroy.
  }
}

export const target: FuzzTarget = {
  about: 'streamed answers of language models (chat completions): text, calls in pieces, errors',
  covers: ['/providers/llm/', '/providers/provider-', '/lib/server-sent-events.js', '/lib/json-reader.js'],
  seeds: [
    `${chunk({ content: 'hello' })}${chunk({ content: ' you' })}data: [DONE]\n\n`,
    `${piece({})}${piece({ id: undefined })}${piece({ id: 'd', index: 1, extra_content: { a: 1 } })}`,
    'data: {"error":{"message":"retry after 2s","code":429,"type":"rate_limit_error"}}\r\n\r\n: comment\n\n',
  ],
  tokens:
    'data: \n\n \r\n [DONE] null [] {} "tool_calls":[ "index": "function": "arguments": "error": -1 1e9',
  declares: [ProviderError],
  async read(input) {
    http.request = ((_: URL, __: object, then: (answer: object) => void) =>
      new Answering(input, then)) as never;
    const endpoint = { baseUrl: 'http://localhost', model: 'm' };
    const client = new ChatClient(endpoint, PATIENCE.llm, systemClock, () => undefined);
    const events: unknown[] = [];
    for await (const event of client.stream([], [], new AbortController().signal)) events.push(event);
    return events;
  },
};
