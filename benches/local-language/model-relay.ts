import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ClauseStream } from '@visavis/server/dist/engines/pipeline/clause-stream.js';
import {
  readLanguageAddress,
  writeLanguageAddress,
} from '@visavis/server/dist/models/language/language-address.js';
import { splitClauses } from '@visavis/server/dist/voices/clauses.js';
import { wall } from '../support/conversation.ts';
import type { Scope } from '../support/scope.ts';

/** A request to the language model and when its answer came, in milliseconds since the epoch. */
export interface Thought {
  instructions: string;
  /** The user's last words, after the passages found for them. */
  question: string;
  askedAt: number;
  tokenAt?: number;
  clauseAt?: number;
  text: string;
  /** The tool that was called. */
  calls: string[];
  /** False for an answer that nobody waited for: one asked for ahead, or an interrupted one. */
  isWhole: boolean;
}

/** Puts a relay between the workers and the model host of this machine. Returns the model's name and what passed. */
export async function relayModel(
  scope: Scope,
  languageFile: string,
): Promise<{ name: string; thoughts: Thought[] }> {
  const address = (await readLanguageAddress(languageFile))!;
  const thoughts: Thought[] = [];
  const server = createServer((request, response) => {
    response.on('error', () => undefined);
    pass(address.baseUrl, request, response, thoughts).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  scope.later(() => server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  await writeLanguageAddress(languageFile, { ...address, baseUrl: `http://127.0.0.1:${port}/v1` });
  return { name: address.model, thoughts };
}

async function pass(
  baseUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
  thoughts: Thought[],
): Promise<void> {
  const body = Buffer.concat(await request.toArray()).toString();
  const askedAt = wall();
  const left = new AbortController();
  response.on('close', () => left.abort());
  const answer = await fetch(new URL(request.url!, baseUrl), {
    method: request.method!,
    headers: { authorization: request.headers.authorization!, 'content-type': 'application/json' },
    ...(body && { body }),
    signal: left.signal,
  });
  response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
  const { max_tokens: maxTokens, messages = [] } = JSON.parse(body || '{}') as {
    max_tokens?: number;
    messages?: { role: string; content: string }[];
  };
  const thought: Thought = {
    instructions: messages[0]?.content ?? '',
    question: messages.findLast(({ role }) => role === 'user')?.content ?? '',
    askedAt,
    text: '',
    calls: [],
    isWhole: false,
  };
  // With `max_tokens` 0 the model only reads ahead.
  if (messages.length > 0 && maxTokens !== 0) thoughts.push(thought);
  const clauses = new ClauseStream(splitClauses);
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of answer.body!) {
    response.write(bytes);
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) read(line, thought, clauses);
  }
  thought.isWhole = true;
  if (clauses.flush().length > 0) thought.clauseAt ??= wall();
  response.end();
}

/** Reads a line of the stream. */
function read(line: string, thought: Thought, clauses: ClauseStream): void {
  if (!line.startsWith('data: {')) return;
  const { choices } = JSON.parse(line.slice('data: '.length)) as {
    choices?: {
      delta: { content?: string; tool_calls?: { function: { name: string; arguments: string } }[] };
    }[];
  };
  const { content = '', tool_calls: calls = [] } = choices?.[0]?.delta ?? {};
  if (content === '' && calls.length === 0) return;
  thought.tokenAt ??= wall();
  thought.text += content;
  for (const { function: called } of calls) thought.calls.push(`${called.name}(${called.arguments})`);
  if (clauses.push(content).length > 0) thought.clauseAt ??= wall();
}
