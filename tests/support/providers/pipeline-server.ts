import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { encodeWav, readWavHeader } from '../inside/sound.ts';
import { AwaitedList } from './awaited-list.ts';
import { type Json, ProtocolServer, ServerConnection, textOf } from './protocol-server.ts';
import { loudness, speechSound } from './speech-sound.ts';

export interface ChatReply {
  say?: string;
  calls?: { name: string; args: string }[];
  /** Pause between words. */
  paceMs?: number;
  /** Sends this many words, and the others only after this has resolved. */
  pause?: { afterWords: number; until: Promise<unknown> };
  /** HTTP status and body to send instead of an answer. */
  status?: number;
  body?: unknown;
  /** Cuts the connection after this many words. */
  dropAfterWords?: number;
  /** Ends the answer after this many words as if it were complete, without a mark of its end. */
  endAfterWords?: number;
  /** Sends a chunk that is not JSON before the words. */
  nonsense?: boolean;
  /** Chunks that are sent unchanged before the words. */
  chunks?: readonly unknown[];
  /** An error in the middle of the stream, in the form that proxies use. */
  errorEvent?: unknown;
}

const WORD_MS = 250;

/** Simulates an OpenAI-compatible server: streamed chat completions, speech, transcriptions and embeddings. */
export class PipelineServer extends ProtocolServer<ServerConnection> {
  /** Can be changed, so that the clients' key is refused. */
  apiKey: string | undefined;
  readonly chats = new AwaitedList<Json & { messages: Json[] }>((chat) =>
    JSON.stringify(chat.messages.at(-1)),
  );
  readonly spoken: string[] = [];
  readonly replies: ChatReply[] = [];
  react: (prompt: string) => ChatReply = () => ({ say: 'Yes, I hear you well.' });
  readonly userWords: string[] = [];
  /** Whether user and assistant must alternate, as strict chat templates require. OpenAI itself accepts any order. */
  strictTurns = true;
  /** How calls are sent: as by OpenAI, as by Ollama (whole, no index), or all with index 0. */
  callStyle: 'openai' | 'ollama' | 'index-zero' = 'openai';
  speech: { format: 'pcm' | 'wav'; rate: number; tellRate?: boolean; type?: string } = {
    format: 'pcm',
    rate: 24_000,
  };
  /** `without_reasoning`: as with newer models, tools are refused unless reasoning is off. */
  takesTools: 'always' | 'never' | 'without_reasoning' = 'always';
  /** Whether every call has a signature and is refused without it in the next round, as with Gemini behind this API. */
  signsCalls = false;
  /** The response to `GET /audio/voices`; if absent, there is no such list. Voices not in the list are refused. */
  voices: unknown;
  /** The status of that response; by default it depends on whether there is a list. */
  voicesStatus: number | undefined;
  /** How often the list was requested. */
  voiceLists = 0;
  /** Voices that are refused even without a list. */
  readonly unknownVoices = new Set<string>();
  readonly voicesUsed: string[] = [];
  /** Statuses of the next requests for speech and transcription. */
  readonly speechFaults: number[] = [];
  readonly transcriptionFaults: number[] = [];
  /** Whether the next audio is complete, stops halfway, or has its connection cut there. */
  nextSpeech: 'whole' | 'stops' | 'cut' = 'whole';
  /** Questions whose answer the client did not read to the end, and texts whose audio it did not. */
  readonly abandoned = new AwaitedList<string>((text) => text);
  readonly heard: { ms: number; loudness: number }[] = [];
  modelsStatus = 200;
  /** The embedding of a text. */
  vectorOf: (text: string) => number[] = () => [1, 0];
  readonly embedded: { model: string; text: string }[] = [];
  embeddingsStatus = 200;

  constructor(apiKey?: string) {
    super();
    this.apiKey = apiKey;
  }

  override get baseUrl(): string {
    return `${super.baseUrl}/v1`;
  }

  protected override onRequest(request: IncomingMessage, response: ServerResponse): void {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      void this.answer(request, Buffer.concat(parts), response);
    });
  }

  protected accept(socket: WebSocket, request: IncomingMessage): ServerConnection {
    this.violation('a WebSocket');
    return new ServerConnection(socket, request);
  }

  protected onMessage(): void {
    this.violation('a WebSocket message');
  }

  protected async answer(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const wanted = this.apiKey === undefined ? undefined : `Bearer ${this.apiKey}`;
    if (request.headers.authorization !== wanted) {
      this.refuse(response, 401, {
        error: { message: 'Incorrect API key provided', code: 'invalid_api_key' },
      });
      return;
    }
    const route = `${request.method} ${request.url}`;
    if (route === 'GET /v1/models') this.refuse(response, this.modelsStatus, { data: [] });
    else if (route === 'GET /v1/audio/voices') {
      this.voiceLists++;
      const status = this.voicesStatus ?? (this.voices === undefined ? 404 : 200);
      this.refuse(response, status, this.voices ?? { detail: 'Not Found' });
    } else if (route === 'POST /v1/chat/completions')
      await this.#chat(JSON.parse(body.toString('utf8')) as Json, response);
    else if (route === 'POST /v1/audio/speech') {
      const speech = JSON.parse(body.toString('utf8')) as Json;
      this.onTaken?.(speech, 'speech');
      await this.speak(speech, response);
    } else if (route === 'POST /v1/audio/transcriptions') await this.#transcribe(request, body, response);
    else if (route === 'POST /v1/embeddings')
      this.#embed(JSON.parse(body.toString('utf8')) as Json, response);
    // Some clients use this to open their connections in advance.
    else if (route === 'GET /v1/') this.refuse(response, 404, { error: { message: 'Not here' } });
    else {
      this.violation(`called ${route}`);
      this.refuse(response, 404, { error: { message: 'Not here' } });
    }
  }

  async #chat(chat: Json, response: ServerResponse): Promise<void> {
    this.onTaken?.(chat, 'chat');
    const messages = chat.messages as Json[];
    if (this.strictTurns) this.#checkMessages(messages);
    if (chat.stream !== true || !chat.model) this.violation('a chat needs model and stream');
    for (const tool of (chat.tools as Json[] | undefined) ?? []) {
      const fn = tool.function as Json | undefined;
      if (tool.type !== 'function' || !fn?.name || !fn.parameters) this.violation('a malformed tool');
    }
    this.chats.push({ ...chat, messages });
    const refusal = this.#refusalOf(chat);
    if (refusal !== undefined) {
      this.refuse(response, 400, {
        error: { message: refusal, type: 'invalid_request_error', param: null },
      });
      return;
    }
    const isAhead = chat.max_tokens === 0;
    const reply = isAhead
      ? { say: '' }
      : (this.replies.shift() ?? this.react(textOf(messages.at(-1)?.content)));
    if (reply.status !== undefined) {
      this.refuse(response, reply.status, reply.body);
      return;
    }
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.on('close', () => {
      if (!response.writableEnded) this.abandoned.push(textOf(messages.at(-1)?.content));
    });
    const about = {
      id: `chatcmpl-${this.chats.all.length}`,
      object: 'chat.completion.chunk',
      model: chat.model,
    };
    const send = (delta: Json, finish: string | null = null) => {
      const choices = [{ index: 0, delta, finish_reason: finish }];
      response.write(`data: ${JSON.stringify({ ...about, created: 0, choices })}\n\n`);
    };
    send({ role: 'assistant', content: '' });
    if (reply.nonsense) response.write(': a comment\n\ndata: {"choices":\n\ndata: []\n\n');
    for (const chunk of reply.chunks ?? []) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
    for (const [i, word] of (reply.say?.split(' ') ?? []).entries()) {
      if (i === reply.dropAfterWords) {
        await new Promise((resolve) => response.write(': cut\n\n', resolve));
        response.destroy();
        return;
      }
      if (i === reply.endAfterWords) {
        response.end();
        return;
      }
      if (i === reply.pause?.afterWords) await reply.pause.until;
      if (reply.paceMs !== undefined) await new Promise((resolve) => setTimeout(resolve, reply.paceMs));
      send({ content: i === 0 ? word : ` ${word}` });
    }
    if (reply.errorEvent) response.write(`data: ${JSON.stringify({ error: reply.errorEvent })}\n\n`);
    this.#sendCalls(reply.calls ?? [], send);
    send({}, reply.calls && this.callStyle === 'openai' ? 'tool_calls' : 'stop');
    response.end('data: [DONE]\n\n');
  }

  #refusalOf({ tools, reasoning_effort: effort, messages }: Json): string | undefined {
    if (tools !== undefined && this.takesTools === 'never') return 'this model does not support tools';
    if (tools !== undefined && this.takesTools === 'without_reasoning' && effort !== 'none')
      return 'Function tools with reasoning_effort are not supported for this model. Set reasoning_effort to "none".';
    const calls = (messages as Json[]).flatMap((message) => (message.tool_calls as Json[] | undefined) ?? []);
    const isUnsigned = (call: Json) => {
      const google = (call.extra_content as { google?: Json } | undefined)?.google;
      return google?.thought_signature !== `signature of ${textOf(call.id)}`;
    };
    return this.signsCalls && calls.some(isUnsigned)
      ? 'Function call is missing a thought_signature in functionCall parts.'
      : undefined;
  }

  #sendCalls(calls: { name: string; args: string }[], send: (delta: Json) => void): void {
    for (const [i, { name, args }] of calls.entries()) {
      const id = `call_${i}_${this.chats.all.length}`;
      if (this.callStyle === 'ollama') {
        send({
          tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.parse(args) as Json } }],
        });
        continue;
      }
      const index = this.callStyle === 'openai' ? i : 0;
      const extra = this.signsCalls
        ? { extra_content: { google: { thought_signature: `signature of ${id}` } } }
        : {};
      send({ tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' }, ...extra }] });
      const half = Math.ceil(args.length / 2);
      for (const part of [args.slice(0, half), args.slice(half)]) {
        const about = this.callStyle === 'openai' ? { index } : { index, id };
        send({ tool_calls: [{ ...about, function: { arguments: part } }] });
      }
    }
  }

  /** Checks the order of messages, as strict chat templates do. */
  #checkMessages(messages: Json[]): void {
    if (messages[0]?.role !== 'system') this.violation('the first message must be the system’s');
    const open = new Set<string>();
    let last = 'system';
    for (const message of messages.slice(1)) {
      const role = textOf(message.role);
      if (role === 'system') this.violation('a second system message');
      if (role === 'tool') {
        if (!open.delete(textOf(message.tool_call_id))) this.violation('a tool result of no call');
      } else if (open.size > 0) this.violation('a call without its result');
      else if (role === last) this.violation(`two messages of ${role} in a row`);
      if (last === 'system' && role !== 'user') this.violation('the user speaks first');
      for (const call of (message.tool_calls as Json[] | undefined) ?? []) {
        open.add(textOf(call.id));
        if (typeof (call.function as Json).arguments !== 'string')
          this.violation('arguments must be a string');
      }
      last = role;
    }
    if (last !== 'user' && last !== 'tool') this.violation('nothing to answer');
  }

  protected async speak(request: Json, response: ServerResponse): Promise<void> {
    const input = textOf(request.input);
    if (!request.model || !request.voice || input.trim() === '')
      this.violation('speech needs model, voice and input');
    const fault = this.speechFaults.shift();
    if (fault !== undefined) {
      this.refuse(response, fault, { error: { message: 'No voice today' } });
      return;
    }
    const voice = textOf(request.voice);
    const isListed = this.voices === undefined || JSON.stringify(this.voices).includes(`"${voice}"`);
    if (!isListed || this.unknownVoices.has(voice)) {
      this.refuse(response, 400, {
        detail: { error: 'validation_error', message: `Voice '${voice}' not found.` },
      });
      return;
    }
    this.voicesUsed.push(voice);
    this.spoken.push(input);
    const { format, rate, tellRate, type } = this.speech;
    const pcm = speechSound(input.split(' ').length * WORD_MS, rate);
    const raw = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
    const bytes = format === 'wav' ? Buffer.from(encodeWav(pcm, rate)) : raw;
    const plain = format === 'wav' ? 'audio/wav' : tellRate ? `audio/pcm;rate=${rate}` : 'audio/pcm';
    response.writeHead(200, { 'Content-Type': type ?? plain });
    this.soundSentAt.push(performance.now());
    const { nextSpeech } = this;
    this.nextSpeech = 'whole';
    response.once('close', () => {
      if (!response.writableFinished) this.abandoned.push(input);
    });
    // In chunks of odd size, which may split a sample.
    for (let at = 0; at < bytes.length; at += 3001) {
      if (nextSpeech !== 'whole' && at > bytes.length / 2) {
        if (nextSpeech === 'cut') response.destroy();
        return;
      }
      response.write(bytes.subarray(at, at + 3001));
      await new Promise((resolve) => setImmediate(resolve));
    }
    response.end();
  }

  #embed({ model, input }: Json, response: ServerResponse): void {
    const texts = input as string[];
    if (!model || !Array.isArray(input) || texts.length === 0 || texts.includes(''))
      this.violation('an embedding needs model and input');
    if (this.embeddingsStatus !== 200) {
      this.refuse(response, this.embeddingsStatus, { error: { message: 'No meaning today' } });
      return;
    }
    this.embedded.push(...texts.map((text) => ({ model: textOf(model), text })));
    const data = texts.map((text, index) => ({ object: 'embedding', index, embedding: this.vectorOf(text) }));
    this.refuse(response, 200, { object: 'list', model, data });
  }

  async #transcribe(request: IncomingMessage, body: Buffer, response: ServerResponse): Promise<void> {
    const fault = this.transcriptionFaults.shift();
    if (fault !== undefined) {
      this.refuse(response, fault, { error: { message: 'Transcription is out of order' } });
      return;
    }
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData();
    const fields = [...form.keys()].filter((name) => name !== 'file').map((name) => [name, form.get(name)]);
    this.onTaken?.(Object.fromEntries(fields) as Json, 'transcription');
    const file = form.get('file');
    if (!(file instanceof Blob) || !form.get('model')) this.violation('a transcription needs file and model');
    else {
      const bytes = new Uint8Array(await file.arrayBuffer());
      const header = readWavHeader(bytes)!;
      const pcm = new Int16Array(bytes.buffer.slice(header.dataAt));
      this.heard.push({ ms: Math.round((pcm.length * 1000) / header.sampleRate), loudness: loudness(pcm) });
    }
    this.refuse(response, 200, { text: this.userWords.shift() ?? ' Do you hear me? ' });
  }

  protected refuse(response: ServerResponse, status: number, body: unknown): void {
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }
}
