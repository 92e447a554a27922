import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listAt, numberAt, objectAt, objectOf, textAt } from '../../lib/json-reader.ts';
import { readUpTo } from '../../lib/read-up-to.ts';
import { isSameSecret } from '../../lib/same-secret.ts';
import { writeCalls } from './call-text.ts';
import { CallTooLong, type ChatRequest, type HostedCall, type LanguageModel } from './chat-request.ts';
import { ANSWER_TOKENS } from './sequences.ts';
import { whenHung } from './when-hung.ts';

const MAX_BYTES = 1 << 20;
/** The maximum number of requests that are computed or waiting; more would be answered too late. */
const MAX_REQUESTS = 32;

export interface LanguageServerOptions {
  /** Requests without this key are rejected. */
  apiKey: string;
  /** A model without progress for this long is considered hung, unless it is only slow: see `whenHung`. */
  hangsMs: number;
  onBusy?: (isBusy: boolean) => void;
  /** Ends the process. */
  onHung: () => void;
}

/**
 * Serves the part of OpenAI's REST API that `ChatClient` uses (`/v1/models`, streaming `/v1/chat/completions`).
 * `prompt_cache_key` is the conversation, `max_tokens: 0` computes messages in advance, and `tool_choice` may be
 * `required`.
 */
export function serveLanguage(model: LanguageModel, options: LanguageServerOptions): Server {
  let running = 0;
  let stopWatch: () => void = () => undefined;
  const watch = () => {
    stopWatch();
    options.onBusy?.(running > 0);
    stopWatch = running > 0 ? whenHung(options.hangsMs, options.onHung) : () => undefined;
  };

  async function answer(request: ChatRequest, response: ServerResponse): Promise<void> {
    const disconnected = new AbortController();
    response.on('close', () => disconnected.abort());
    running++;
    watch();
    try {
      for await (const text of model.answer(request, disconnected.signal)) {
        watch();
        if (!response.headersSent) response.writeHead(200, { 'Content-Type': 'text/event-stream' });
        if (text) send(response, { model: model.name, choices: [{ index: 0, delta: deltaOf(text) }] });
      }
      send(response, { model: model.name, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
      response.end('data: [DONE]\n\n');
    } catch (error) {
      if (disconnected.signal.aborted) return;
      const { message } = error as Error;
      if (!response.headersSent) refuse(response, error instanceof RangeError ? 400 : 500, message);
      else {
        const type = error instanceof RangeError ? 'invalid_request_error' : 'server_error';
        const code = error instanceof CallTooLong && error.code;
        send(response, { error: { message, type, ...(code && { code }) } });
        response.end();
      }
    } finally {
      running--;
      watch();
    }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${options.apiKey}`))
      return refuse(response, 401, 'the API key is wrong');
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /v1/models') {
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ object: 'list', data: [{ id: model.name, object: 'model' }] }));
    } else if (route !== 'POST /v1/chat/completions') refuse(response, 404, 'there is nothing at this path');
    else if (running >= MAX_REQUESTS)
      refuse(response, 503, `the model already answers ${MAX_REQUESTS} requests; try again later`);
    else {
      const { bytes, isWhole } = await readUpTo(request, MAX_BYTES);
      if (!isWhole) return refuse(response, 413, `a request may have at most ${MAX_BYTES} bytes`);
      const chatRequest = readRequest(bytes.toString());
      if (!chatRequest) refuse(response, 400, 'the request is not a valid chat completion request');
      else if (chatRequest.tools && !chatRequest.mustCall && !model.takesTools)
        refuse(response, 400, `${model.name} was not trained to call tools`);
      else await answer(chatRequest, response);
    }
  }

  return createServer((request, response) => {
    // The client has disconnected.
    response.on('error', () => undefined);
    handle(request, response).catch(() => response.destroy());
  });
}

const deltaOf = (step: string | HostedCall) =>
  typeof step === 'string'
    ? { content: step }
    : {
        tool_calls: [
          {
            index: 0,
            id: `call_${randomUUID()}`,
            type: 'function',
            function: { name: step.name, arguments: step.args },
          },
        ],
      };

const send = (response: ServerResponse, chunk: unknown) =>
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);

function refuse(response: ServerResponse, status: number, message: string): void {
  // The rest of the request is not read.
  response.writeHead(status, { 'Content-Type': 'application/json', Connection: 'close' });
  response.end(JSON.stringify({ error: { message } }));
}

function readRequest(text: string): ChatRequest | undefined {
  let body: ReturnType<typeof objectOf>;
  try {
    body = objectOf(JSON.parse(text));
  } catch {
    return undefined;
  }
  const messages = listAt(body, 'messages').map((each) => {
    const message = objectOf(each);
    const calls = listAt(message, 'tool_calls').flatMap((call) => readFunction(call) ?? []);
    const content = (textAt(message, 'content') ?? '') + writeCalls(calls);
    return { role: textAt(message, 'role') ?? '', content };
  });
  if (messages.length === 0 || messages.some(({ role }) => role === '')) return undefined;
  const maxTokens = Math.min(ANSWER_TOKENS, Math.max(0, numberAt(body, 'max_tokens') ?? ANSWER_TOKENS));
  const tools = listAt(body, 'tools').map((each) => {
    const offered = objectAt(objectOf(each), 'function');
    const description = textAt(offered, 'description') ?? '';
    return { name: textAt(offered, 'name') ?? '', description, parameters: offered?.parameters };
  });
  if (tools.some(({ name }) => name === '')) return undefined;
  return {
    key: textAt(body, 'prompt_cache_key') ?? '',
    messages,
    maxTokens,
    ...(tools.length > 0 && { tools, mustCall: body?.tool_choice === 'required' }),
  };
}

function readFunction(call: unknown): HostedCall | undefined {
  const called = objectAt(objectOf(call), 'function');
  const [name, args] = [textAt(called, 'name'), textAt(called, 'arguments')];
  return name === undefined ? undefined : { name, args: args ?? '{}' };
}
