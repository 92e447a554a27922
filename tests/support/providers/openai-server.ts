import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { type Json, textOf } from './protocol-server.ts';
import { type ActiveReply, SpeakingConnection, SpeakingServer, type SpokenReply } from './speaking-server.ts';
import { fromBase64, speechSound, toBase64 } from './speech-sound.ts';

const RATE = 24_000;
const WORD_MS = 300;

export interface OpenAiReply extends SpokenReply {
  calls?: { name: string; args: string }[];
  /** Stops in the middle of the first call, while its arguments are still being sent. */
  holdInCall?: boolean;
  fail?: { type: string; code: string; message: string };
}

interface Item {
  id: string;
  role: string;
  text: string;
  audioMs: number;
}

interface Active extends ActiveReply<OpenAiReply> {
  id: string;
  itemId: string;
}

/** A client's connection to the Realtime API. */
export class OpenAiConnection extends SpeakingConnection<Active> {
  readonly items: Item[] = [];
  session: Json | undefined;
  readonly openCalls = new Set<string>();
}

/**
 * Simulates OpenAI's Realtime API (GA) as documented by the vendor: server turn detection, one response at a time,
 * truncation checked against the audio that was sent.
 */
export class OpenAiServer extends SpeakingServer<OpenAiReply, Active, OpenAiConnection> {
  /** When the session ends, in seconds since the epoch, as in `session.created`. */
  expiresAt: number | undefined;
  /** Whether cancellations have no effect, as with a server that hangs. */
  ignoresCancel = false;
  /** An error event that is sent instead of `session.updated`. */
  refuseSession: Json | undefined;

  constructor(apiKey: string | undefined = 'sk-test-0123456789') {
    super(apiKey);
  }

  override get baseUrl(): string {
    return `${super.baseUrl}/v1`;
  }

  protected accept(socket: WebSocket, request: IncomingMessage): OpenAiConnection {
    const connection = new OpenAiConnection(socket, request);
    if (connection.url.pathname !== '/v1/realtime') this.violation(`opened ${connection.url.pathname}`);
    if (!connection.url.searchParams.get('model')) this.violation('no model in the URL');
    if (request.headers['openai-beta']) this.violation('the beta header is of the old API');
    const wanted = this.apiKey === undefined ? undefined : `Bearer ${this.apiKey}`;
    if (request.headers.authorization !== wanted) {
      // The real server accepts the upgrade, then reports this in an event and closes.
      this.emit(connection, {
        type: 'error',
        error: {
          type: 'invalid_request_error',
          code: 'invalid_api_key',
          message: `Incorrect API key provided: ${request.headers.authorization?.slice(7)}.`,
        },
      });
      connection.end(3000, 'invalid_request_error.invalid_api_key');
      return connection;
    }
    this.emit(connection, {
      type: 'session.created',
      session: {
        id: this.#id('sess'),
        type: 'realtime',
        // The real server reports a dated version of the requested model.
        model: `${connection.url.searchParams.get('model')}-2026-09-01`,
        ...(this.expiresAt ? { expires_at: this.expiresAt } : {}),
      },
    });
    return connection;
  }

  protected onMessage(connection: OpenAiConnection, message: Json): void {
    const type = textOf(message.type);
    if (type !== 'input_audio_buffer.append') connection.received.push(message);
    if (type !== 'session.update' && !connection.session)
      this.violation(`${type} before the session was set up`);
    switch (type) {
      case 'session.update':
        this.#onSession(connection, message.session as Json);
        break;
      case 'input_audio_buffer.append':
        this.hear(connection, fromBase64(textOf(message.audio)), RATE);
        break;
      case 'conversation.item.create':
        this.#onItem(connection, message.item as Json);
        break;
      case 'conversation.item.truncate':
        this.#onTruncate(connection, message);
        break;
      case 'conversation.item.delete':
        if (!connection.items.some((item) => item.id === message.item_id))
          this.violation('deleted an unknown item');
        this.emit(connection, { type: 'conversation.item.deleted', item_id: message.item_id });
        break;
      case 'response.create':
        this.#onCreate(connection, message);
        break;
      case 'response.cancel':
        if (this.ignoresCancel) break;
        if (connection.active) this.#cancel(connection, 'client_cancelled');
        else
          this.#error(
            connection,
            'response_cancel_not_active',
            'Cancellation failed: no active response found',
          );
        break;
      default:
        this.violation(`unknown message ${type}`);
    }
  }

  /** Acts as the provider does when it detects that the user interrupts. */
  interrupt(connection: OpenAiConnection): void {
    this.emit(connection, {
      type: 'input_audio_buffer.speech_started',
      audio_start_ms: Math.round(connection.detector.receivedMs),
      item_id: this.#id('item'),
    });
    if (connection.active) this.#cancel(connection, 'turn_detected');
  }

  /** Begins an answer without a request. */
  beginResponse(connection: OpenAiConnection): void {
    this.#begin(connection);
  }

  #onSession(connection: OpenAiConnection, session: Json): void {
    const audio = session.audio as { input: Json; output: Json } | undefined;
    if (session.type !== 'realtime') this.violation('session.type must be "realtime"');
    for (const old of ['voice', 'modalities', 'input_audio_format', 'turn_detection']) {
      if (old in session) this.violation(`session.${old} is of the old API`);
    }
    // Later updates may omit unchanged fields.
    for (const side of connection.session ? [] : [audio?.input, audio?.output]) {
      const format = side?.format as Json | undefined;
      if (format?.type !== 'audio/pcm' || format.rate !== RATE)
        this.violation('audio format must be 24 kHz PCM');
    }
    for (const tool of (session.tools as Json[] | undefined) ?? []) {
      const parameters = tool.parameters as Json | undefined;
      if (tool.type !== 'function' || !tool.name || parameters?.type !== 'object')
        this.violation('a malformed tool');
    }
    if (this.refuseSession) {
      this.emit(connection, { type: 'error', error: this.refuseSession });
      return;
    }
    connection.session = { ...connection.session, ...session };
    this.emit(connection, { type: 'session.updated', session: connection.session });
  }

  /** Ends the user's speech: sends their words, and the answer. */
  endSpeech(connection: OpenAiConnection): void {
    const itemId = this.#id('item');
    const words = this.userWords.shift() ?? 'Do you hear me?';
    this.emit(connection, {
      type: 'input_audio_buffer.speech_stopped',
      audio_end_ms: Math.round(connection.detector.receivedMs),
      item_id: itemId,
    });
    this.emit(connection, { type: 'input_audio_buffer.committed', item_id: itemId });
    connection.items.push({ id: itemId, role: 'user', text: words, audioMs: 0 });
    this.#begin(connection);
    // As with the real server, the transcript arrives in parts after the answer has begun.
    const half = Math.ceil(words.length / 2);
    const transcription = 'conversation.item.input_audio_transcription';
    const about = { item_id: itemId, content_index: 0 };
    this.emit(connection, { type: `${transcription}.delta`, ...about, delta: words.slice(0, half) });
    this.emit(connection, { type: `${transcription}.delta`, ...about, delta: words.slice(half) });
    this.emit(connection, { type: `${transcription}.completed`, ...about, transcript: words });
  }

  #onItem(connection: OpenAiConnection, item: Json): void {
    if (item.type === 'function_call_output') {
      if (!connection.openCalls.delete(textOf(item.call_id)))
        this.violation(`output for no call: ${textOf(item.call_id)}`);
      if (typeof item.output !== 'string') this.violation('the output of a call must be a string');
      connection.items.push({ id: this.#id('item'), role: 'tool', text: textOf(item.output), audioMs: 0 });
      return;
    }
    if (item.type === 'function_call') {
      if (typeof item.arguments !== 'string') this.violation('the arguments of a call must be a string');
      connection.openCalls.add(textOf(item.call_id));
      connection.items.push({ id: this.#id('item'), role: 'call', text: textOf(item.name), audioMs: 0 });
      return;
    }
    if (item.type !== 'message') this.violation(`an item of type ${textOf(item.type)}`);
    const content = (item.content as Json[])[0];
    const wanted = item.role === 'assistant' ? 'output_text' : 'input_text';
    const isPicture = item.role === 'user' && content?.type === 'input_image';
    if (isPicture) {
      if (!/^data:image\/(jpeg|png);base64,./.test(textOf(content.image_url)))
        this.violation('a malformed picture');
    } else if (content?.type !== wanted || typeof content.text !== 'string') {
      this.violation(`content of ${textOf(item.role)} must be ${wanted}`);
    }
    const id = item.id === undefined ? this.#id('item') : textOf(item.id);
    if (id.length > 32) this.violation('an item id of more than 32 characters');
    if (connection.items.some((known) => known.id === id)) this.violation(`the item ${id} exists already`);
    connection.items.push({ id, role: textOf(item.role), text: textOf(content?.text), audioMs: 0 });
    this.emit(connection, { type: 'conversation.item.added', item });
  }

  #onTruncate(connection: OpenAiConnection, message: Json): void {
    const item = connection.items.find((known) => known.id === message.item_id);
    const endMs = Number(message.audio_end_ms);
    if (item?.role !== 'assistant' || message.content_index !== 0) {
      this.violation('truncated what is no answer');
      return;
    }
    if (!Number.isInteger(endMs) || endMs < 0 || endMs > item.audioMs)
      this.violation(`truncated ${item.audioMs} ms of sound at ${endMs}`);
    item.audioMs = endMs;
    this.emit(connection, {
      type: 'conversation.item.truncated',
      item_id: item.id,
      content_index: 0,
      audio_end_ms: endMs,
    });
  }

  #onCreate(connection: OpenAiConnection, message: Json): void {
    if (!connection.active) {
      const { instructions, tool_choice: choice } = (message.response ?? {}) as Json;
      this.#begin(
        connection,
        instructions === undefined ? undefined : textOf(instructions),
        choice !== 'none',
      );
      return;
    }
    this.#error(
      connection,
      'conversation_already_has_active_response',
      `Conversation already has an active response in progress: ${connection.active.id}.`,
      message.event_id,
    );
  }

  #begin(connection: OpenAiConnection, instructions?: string, mayCall = true): void {
    const prompt = instructions ?? connection.items.at(-1)?.text ?? '';
    const given = this.replies.shift() ?? this.react(prompt);
    const reply = given.calls && !mayCall ? { say: 'Enough of that.' } : given;
    const id = this.#id('resp');
    const itemId = this.#id('item');
    this.emit(connection, { type: 'response.created', response: { id, status: 'in_progress', output: [] } });
    const rest: Json[] = [];
    let holdAt = reply.mute ? 0 : Number.POSITIVE_INFINITY;
    const about = { response_id: id, item_id: itemId, output_index: 0, content_index: 0 };
    if (reply.say !== undefined) {
      const item = { id: itemId, type: 'message', role: 'assistant', content: [] };
      rest.push({ type: 'response.output_item.added', response_id: id, output_index: 0, item });
      rest.push({ type: 'conversation.item.added', item });
      for (const [i, word] of reply.say.split(' ').entries()) {
        if (reply.holdAfterMs !== undefined && i * WORD_MS >= reply.holdAfterMs)
          holdAt = Math.min(holdAt, rest.length);
        rest.push({
          type: 'response.output_audio_transcript.delta',
          ...about,
          delta: i === 0 ? word : ` ${word}`,
        });
        const sound = toBase64(speechSound(WORD_MS, RATE));
        rest.push({ type: 'response.output_audio.delta', ...about, delta: sound });
      }
      if (reply.holdEnd === 'untold') holdAt = Math.min(holdAt, rest.length);
      rest.push({ type: 'response.output_audio.done', ...about });
      rest.push({ type: 'response.output_item.done', response_id: id, output_index: 0, item });
      connection.items.push({ id: itemId, role: 'assistant', text: reply.say, audioMs: 0 });
    }
    for (const call of reply.calls ?? []) {
      const item = {
        id: this.#id('item'),
        type: 'function_call',
        call_id: this.#id('call'),
        name: call.name,
      };
      connection.openCalls.add(item.call_id);
      rest.push({ type: 'response.output_item.added', response_id: id, item: { ...item, arguments: '' } });
      if (reply.holdInCall) holdAt = Math.min(holdAt, rest.length);
      rest.push({
        type: 'response.function_call_arguments.done',
        response_id: id,
        item_id: item.id,
        call_id: item.call_id,
        arguments: call.args,
      });
      rest.push({
        type: 'response.output_item.done',
        response_id: id,
        item: { ...item, status: 'completed', arguments: call.args },
      });
    }
    if (reply.holdEnd === 'told') holdAt = Math.min(holdAt, rest.length);
    const status = reply.fail
      ? { status: 'failed', status_details: { type: 'failed', error: reply.fail } }
      : { status: 'completed' };
    rest.push({ type: 'response.done', response: { id, ...status } });
    this.begin(connection, { id, itemId, reply, rest, holdAt });
  }

  protected isSound({ type }: Json): boolean {
    return type === 'response.output_audio.delta';
  }

  protected onEvent(connection: OpenAiConnection, { itemId }: Active, event: Json): void {
    if (this.isSound(event)) connection.items.find((item) => item.id === itemId)!.audioMs += WORD_MS;
    if (event.type === 'response.done') connection.active = undefined;
  }

  #cancel(connection: OpenAiConnection, reason: string): void {
    const active = connection.active!;
    connection.active = undefined;
    const output = active.rest.filter(isEndOfCall).map((event) => {
      const item: Json = { ...(event.item as Json), status: 'incomplete', arguments: '' };
      // The call had begun, so its end is reported without content, as the real server does.
      if (active.reply.holdInCall) this.emit(connection, { ...event, item });
      connection.openCalls.delete(textOf(item.call_id));
      return item;
    });
    this.emit(connection, {
      type: 'response.done',
      response: { id: active.id, status: 'cancelled', status_details: { type: 'cancelled', reason }, output },
    });
  }

  #error(connection: OpenAiConnection, code: string, message: string, eventId?: unknown): void {
    this.emit(connection, {
      type: 'error',
      error: { type: 'invalid_request_error', code, message, event_id: eventId ?? null },
    });
  }

  protected emit(connection: OpenAiConnection, event: Json): void {
    connection.send({ event_id: this.#id('event'), ...event });
  }

  #id(prefix: string): string {
    return `${prefix}_${String(this.count()).padStart(4, '0')}`;
  }
}

function isEndOfCall({ type, item }: Json): boolean {
  return type === 'response.output_item.done' && (item as Json).type === 'function_call';
}
