/**
 * `POST /chat/completions` with `stream`, as OpenAI defined it and as Ollama, vLLM, llama.cpp and many others implement
 * it. Tool calls differ: without `index` (Ollama), all with index 0, arguments as an object.
 */
import { randomUUID } from 'node:crypto';
import type { EngineTool } from '../../engines/engine.ts';
import { MAX_CALLS_AN_ANSWER } from '../../engines/tools/tool-runner.ts';
import type { Clock } from '../../lib/clock.ts';
import { type JsonObject, listAt, numberAt, objectAt, objectOf, textAt } from '../../lib/json-reader.ts';
import { type JsonShape, parseWithin } from '../../lib/json-shape.ts';
import { readServerSentData } from '../../lib/server-sent-events.ts';
import type { Patience } from '../patience.ts';
import {
  kindOfCodes,
  type NamedServer,
  ProviderError,
  type ProviderName,
  providerOf,
  readRetryAfterMs,
} from '../provider-error.ts';
import { providerFetch, readText } from '../provider-http.ts';

export interface Endpoint extends NamedServer {
  /** Address with the version: `http://127.0.0.1:11434/v1`. */
  baseUrl: string;
  apiKey?: string | undefined;
  model: string;
}

/** `reasoningEffort`: how much a model should think before it answers; if absent, the server's default. */
export interface ChatEndpoint extends Endpoint {
  reasoningEffort?: string | undefined;
  /** Whether it is the model on this machine, which can process the beginning of a request in advance. */
  isLocal?: boolean;
  /** Whether the model on this machine was trained to call tools. */
  takesTools?: boolean;
}

export type ChatMessage =
  | { role: 'system' | 'user'; content: string }
  | { role: 'assistant'; content: string; tool_calls?: WireCall[] }
  | { role: 'tool'; tool_call_id: string; content: string };

interface WireCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
  extra_content?: JsonObject;
}

export interface ChatCall {
  id: string;
  name: string;
  /** JSON. */
  args: string;
  /** Data that the server expects back unchanged: Gemini refuses the next round without its thought signatures. */
  extra?: JsonObject;
}

export type ChatEvent = { type: 'text'; text: string } | { type: 'calls'; calls: ChatCall[] };

const LLM: ProviderName = { name: 'The language model', keySetting: 'LLM_API_KEY' };
/**
 * Matches a chunk with words, thoughts or a call. The first chunk of many servers contains only the role, while the
 * model is still silent.
 */
const HAS_CONTENT = /"(?:content|reasoning\w*|name|arguments)"\s*:\s*(?:"[^"]|\{)|"error"\s*:/;
const NO_REASONING = 'none';
/** An error code of `models/language/chat-request.ts`. */
const CALL_TOO_LONG = 'tool_call_too_long';
/** A chunk contains some words, or a call. */
const SHAPE_OF_CHUNK: JsonShape = { depth: 64, values: 10_000 };
const PREPARE_MS = 60_000;
/** Maximum characters of a model's name, which the timeline shows with each turn. */
const MAX_MODEL = 200;

/** The model on this machine did not stop writing a call. The fault is in this call, not in the tools. */
export class CallTooLongError extends ProviderError {}

/** The server has no such model. */
export class NoSuchModelError extends ProviderError {
  override get isLasting(): boolean {
    return true;
  }
}
/** Matches error texts about a missing model, which servers send with various statuses. */
const NO_SUCH_MODEL = /\bmodel\b.*\bnot (?:found|exist)\b|\bnot a valid model\b|\bno such model\b/i;

export class ChatClient {
  readonly #endpoint: ChatEndpoint;
  readonly #provider: ProviderName;
  readonly #patience: Patience;
  readonly #clock: Clock;
  readonly #onMalformed: (why: string) => void;
  readonly #key = randomUUID();
  #reasoningEffort: string | undefined;
  /** Whether the server marks the end of its answers; absent: not known yet. */
  #marksEnds: boolean | undefined;
  /** The model that the server named in its last answer. */
  model: string | undefined;

  constructor(endpoint: ChatEndpoint, patience: Patience, clock: Clock, onMalformed: (why: string) => void) {
    this.#endpoint = endpoint;
    this.#provider = providerOf(LLM, endpoint);
    this.#patience = { ...patience, ...endpoint.patience };
    this.#clock = clock;
    this.#onMalformed = onMalformed;
    this.#reasoningEffort = endpoint.reasoningEffort;
  }

  get isLocal(): boolean {
    return this.#endpoint.isLocal === true;
  }

  /** Whether it accepts tools, as far as is known before a request. */
  get takesTools(): boolean {
    return !this.isLocal || this.#endpoint.takesTools === true;
  }

  /** Lets the model on this machine process the beginning of the next request. Rejects with a `ProviderError`. */
  async prepare(
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    signal: AbortSignal,
  ): Promise<void> {
    if (!this.isLocal) return;
    const patience = { firstMs: PREPARE_MS, wholeMs: PREPARE_MS };
    const { model } = this.#endpoint;
    const body = JSON.stringify({
      model,
      stream: true,
      messages,
      ...offer(tools),
      max_tokens: 0,
      prompt_cache_key: this.#key,
    });
    await readText(await this.#fetch('/chat/completions', { method: 'POST', body, signal, patience }));
  }

  /** Turns reasoning off: newer models accept tools only without it. Returns false if it was off already. */
  stopReasoning(): boolean {
    if (this.#reasoningEffort === NO_REASONING) return false;
    this.#reasoningEffort = NO_REASONING;
    return true;
  }

  /** Lets the model think as much as the operator has configured. */
  restoreReasoning(): void {
    this.#reasoningEffort = this.#endpoint.reasoningEffort;
  }

  /** Rejects with a `ProviderError` if the server does not answer or refuses the key, or with the abort's reason. */
  async check(signal: AbortSignal): Promise<void> {
    try {
      const response = await this.#fetch('/models', { patience: this.#patience, signal });
      await response.body?.cancel();
    } catch (error) {
      // Not every server lists its models.
      if (!(error instanceof ProviderError) || error.kind !== 'rejected') throw error;
    }
  }

  /**
   * Streams an answer; its calls come last, all at once. Rejects with a `ProviderError`, or with the abort's reason.
   * `firstMs`: how long the first word may take.
   */
  async *stream(
    messages: readonly ChatMessage[],
    tools: readonly EngineTool[],
    signal: AbortSignal,
    firstMs = this.#patience.firstMs,
  ): AsyncGenerator<ChatEvent> {
    const body = {
      model: this.#endpoint.model,
      stream: true,
      messages,
      ...(this.isLocal && { prompt_cache_key: this.#key }),
      ...(this.#reasoningEffort === undefined ? {} : { reasoning_effort: this.#reasoningEffort }),
      ...offer(tools),
    };
    const response = await this.#fetch('/chat/completions', {
      method: 'POST',
      body: JSON.stringify(body),
      signal,
      patience: { ...this.#patience, firstMs },
      // A proxy may keep the connection alive with comments while the model hangs.
      isProgress: (bytes) => HAS_CONTENT.test(Buffer.from(bytes).toString('latin1')),
    }).catch((error: unknown) => {
      throw this.#named(error);
    });
    const calls: ChatCall[] = [];
    let isAnswer = false;
    let hasEndMark = false;
    try {
      for await (const data of readServerSentData(response.body ?? [])) {
        signal.throwIfAborted();
        if (data === '[DONE]') {
          hasEndMark = true;
          break;
        }
        const chunk = this.#readChunk(data);
        isAnswer ||= chunk !== undefined;
        const choice = objectOf(listAt(chunk, 'choices')[0]);
        hasEndMark ||= textAt(choice, 'finish_reason') !== undefined;
        const text = readDelta(objectAt(choice, 'delta'), calls);
        if (text) yield { type: 'text', text };
      }
    } catch (error) {
      // The JSON does not end, or has more levels or values than any answer.
      if (error instanceof RangeError) throw new ProviderError(this.#provider, 'rejected', error.message);
      throw error;
    }
    signal.throwIfAborted();
    if (!isAnswer)
      throw new ProviderError(
        this.#provider,
        'unavailable',
        'its answer contains no chat completion',
        this.#endpoint.apiKey,
      );
    this.#checkEnd(hasEndMark);
    if (calls.length > MAX_CALLS_AN_ANSWER) {
      calls.length = MAX_CALLS_AN_ANSWER;
      this.#onMalformed('too many tool calls in one answer');
    }
    if (calls.length > 0) yield { type: 'calls', calls };
  }

  /**
   * A proxy that times out may end an answer early, as if it were complete.
   *
   * @throws ProviderError if the answer has no end mark, and earlier ones had one
   */
  #checkEnd(hasEndMark: boolean): void {
    if (hasEndMark) this.#marksEnds = true;
    else if (this.#marksEnds)
      throw new ProviderError(this.#provider, 'unavailable', 'its answer was cut off', this.#endpoint.apiKey);
    else if (this.#marksEnds === undefined) {
      this.#marksEnds = false;
      this.#onMalformed(
        'an answer without `finish_reason` and `[DONE]` at its end, which may have been cut off',
      );
    }
  }

  /**
   * Turns a rejection because of a missing model into a `NoSuchModelError`. A 404 that does not mention the model may come
   * from a proxy whose server is temporarily unavailable, and counts as any other server error.
   */
  #named(error: unknown): unknown {
    if (!(error instanceof ProviderError) || error.kind !== 'rejected') return error;
    const { baseUrl, model, apiKey } = this.#endpoint;
    const { detail, status, waitedMs } = error;
    const isNamed = status === 404 && /\bmodel\b/i.test(detail) && detail.includes(model);
    const lacksModel = isNamed || NO_SUCH_MODEL.test(detail);
    if (!lacksModel && status !== 404) return error;
    const hint = /\/v\d/.test(baseUrl) ? '' : ', which usually ends in /v1';
    const named = lacksModel
      ? new NoSuchModelError(
          this.#provider,
          'rejected',
          `there is no model ${model} at this address${hint}: ${detail}`,
          apiKey,
        )
      : new ProviderError(
          this.#provider,
          'unavailable',
          `it has nothing at this address${hint}: ${detail}`,
          apiKey,
        );
    named.status = status;
    named.waitedMs = waitedMs;
    return named;
  }

  #readChunk(data: string): JsonObject | undefined {
    let chunk: JsonObject | undefined;
    try {
      chunk = objectOf(parseWithin(data, SHAPE_OF_CHUNK));
    } catch (error) {
      if (error instanceof RangeError) throw error;
      this.#onMalformed('a chunk that is not valid JSON');
      return undefined;
    }
    const error = chunk?.error;
    if (error !== undefined && error !== null) {
      throw this.#errorOf(error);
    }
    this.model = textAt(chunk, 'model')?.slice(0, MAX_MODEL) ?? this.model;
    return chunk;
  }

  /** Returns the error that arrived within an answer, which had begun with HTTP 200. */
  #errorOf(body: unknown): ProviderError {
    const error = objectOf(body);
    const message = typeof body === 'string' ? body : (textAt(error, 'message') ?? 'an error');
    const codes = [textAt(error, 'code') ?? '', textAt(error, 'type') ?? ''];
    const status = numberAt(error, 'code') ?? 500;
    const kind =
      kindOfCodes(codes) ??
      (status === 401 || status === 403
        ? 'auth'
        : status === 402
          ? 'quota'
          : codes.includes('invalid_request_error')
            ? 'rejected'
            : 'unavailable');
    const Failure = codes.includes(CALL_TOO_LONG) ? CallTooLongError : ProviderError;
    const result = new Failure(this.#provider, kind, message, this.#endpoint.apiKey);
    result.retryAfterMs = readRetryAfterMs(message);
    return result;
  }

  #fetch(path: string, init: Parameters<typeof providerFetch>[2]): Promise<Response> {
    const { baseUrl, apiKey, publicFor } = this.#endpoint;
    const headers = {
      'Content-Type': 'application/json',
      ...(apiKey ? { Authorization: `Bearer ${apiKey}` } : {}),
    };
    const common = { headers, clock: this.#clock, secret: apiKey, publicFor };
    return providerFetch(this.#provider, baseUrl + path, { ...init, ...common });
  }
}

const offer = (tools: readonly EngineTool[]) =>
  tools.length > 0 && {
    tools: tools.map(({ name, description, parameters }) => ({
      type: 'function',
      function: { name, description, parameters },
    })),
  };

/** Returns the words of a chunk's delta, and adds its calls to `calls`. */
function readDelta(delta: JsonObject | undefined, calls: ChatCall[]): string | undefined {
  for (const call of listAt(delta, 'tool_calls')) addCall(calls, objectOf(call));
  return textAt(delta, 'content');
}

/** Adds a piece of a call. It belongs to the call with its index, unless its own id starts a new one. */
function addCall(calls: ChatCall[], piece: JsonObject | undefined): void {
  const fn = objectAt(piece, 'function');
  if (!fn) return;
  const id = textAt(piece, 'id');
  const name = textAt(fn, 'name');
  const args = fn.arguments;
  const text =
    typeof args === 'string' ? args : args === undefined || args === null ? '' : JSON.stringify(args);
  const at = numberAt(piece, 'index') ?? calls.length - 1;
  const known = (id ? calls.find((call) => call.id === id) : calls[at]) ?? undefined;
  const beginsNew = !known || (name !== undefined && id !== undefined && known.id !== id);
  const extra = objectAt(piece, 'extra_content');
  if (!beginsNew) {
    known.args += text;
    if (extra) known.extra = extra;
  } else if (name && calls.length <= MAX_CALLS_AN_ANSWER) {
    calls.push({ id: id || `call_${calls.length}`, name, args: text, ...(extra && { extra }) });
  }
}

/** Returns the model's words and calls as a message for the next round. */
export function assistantMessage(content: string, calls: readonly ChatCall[]): ChatMessage {
  return {
    role: 'assistant',
    content,
    tool_calls: calls.map(({ id, name, args, extra }) => ({
      id,
      type: 'function',
      function: { name, arguments: args || '{}' },
      ...(extra && { extra_content: extra }),
    })),
  };
}
