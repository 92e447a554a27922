import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { decodeMuLaw } from '../inside/sound.ts';
import { type Json, textOf } from './protocol-server.ts';
import { type ActiveReply, SpeakingConnection, SpeakingServer, type SpokenReply } from './speaking-server.ts';
import { fromBase64, speechSound, toBase64 } from './speech-sound.ts';

const WORD_MS = 300;

export interface ElevenLabsReply extends SpokenReply {
  calls?: { name: string; args: Json }[];
}

type Active = ActiveReply<ElevenLabsReply>;

export class ElevenLabsConnection extends SpeakingConnection<Active> {
  readonly knows: string[] = [];
  initiation: Json | undefined;
  readonly openCalls = new Set<string>();
  readonly openPings = new Set<number>();
  lastEventId = 0;
}

/** Simulates ElevenLabs' Agents protocol for one private agent; without a key, the agent is public. */
export class ElevenLabsServer extends SpeakingServer<ElevenLabsReply, Active, ElevenLabsConnection> {
  readonly agentId = 'agent_test';
  outputFormat = 'pcm_16000';
  inputFormat = 'pcm_16000';
  /** Whether audio has the times of its characters. */
  alignment = false;
  /** Whether the end of every answer is reported. */
  tellsEnd = true;
  /** Settings that the agent's owner does not allow to be overridden. */
  readonly refusedOverrides = new Set<string>();
  /** Variables that the agent's own texts need. */
  readonly variables: string[] = [];
  /** So many requests for the address of a conversation are answered with 503. */
  overloads = 0;
  readonly #signatures = new Set<string>();

  constructor(apiKey?: string) {
    super(apiKey);
  }

  protected override onRequest(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const answer = (status: number, body: Json) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    };
    if (this.overloads > 0) {
      this.overloads--;
      answer(503, { detail: 'Overloaded' });
    } else if (url.pathname !== '/v1/convai/conversation/get-signed-url') {
      answer(404, { detail: 'Not Found' });
    } else if (request.headers['xi-api-key'] !== this.apiKey) {
      answer(401, { detail: { status: 'invalid_api_key', message: 'Invalid API key' } });
    } else if (url.searchParams.get('agent_id') !== this.agentId) {
      answer(404, { detail: { status: 'agent_not_found', message: 'The agent was not found' } });
    } else {
      const signature = `cvtkn_${this.count()}`;
      this.#signatures.add(signature);
      const query = `agent_id=${this.agentId}&conversation_signature=${signature}`;
      answer(200, { signed_url: `${this.baseUrl.replace('http', 'ws')}/v1/convai/conversation?${query}` });
    }
  }

  protected accept(socket: WebSocket, request: IncomingMessage): ElevenLabsConnection {
    const connection = new ElevenLabsConnection(socket, request);
    const { pathname, searchParams } = connection.url;
    if (pathname !== '/v1/convai/conversation') this.violation(`opened ${pathname}`);
    if (searchParams.get('agent_id') !== this.agentId) this.violation('another agent');
    if (request.headers['xi-api-key']) this.violation('the key does not belong on the socket');
    if (this.apiKey && !this.#signatures.delete(searchParams.get('conversation_signature') ?? ''))
      connection.end(3000, 'Could not authenticate the conversation');
    return connection;
  }

  protected onMessage(connection: ElevenLabsConnection, message: Json): void {
    if (message.user_audio_chunk !== undefined) {
      if (!connection.initiation) this.violation('sound before the conversation was opened');
      this.#onAudio(connection, textOf(message.user_audio_chunk));
      return;
    }
    connection.received.push(message);
    if (!connection.initiation && message.type !== 'conversation_initiation_client_data')
      this.violation(`${textOf(message.type)} before the conversation was opened`);
    switch (message.type) {
      case 'conversation_initiation_client_data':
        this.#onInitiation(connection, message);
        break;
      case 'pong':
        if (!connection.openPings.delete(Number(message.event_id))) this.violation('a pong to no ping');
        break;
      case 'user_message':
        connection.knows.push(`user: ${textOf(message.text)}`);
        this.interrupt(connection);
        this.#begin(connection);
        break;
      case 'contextual_update':
        connection.knows.push(`context: ${textOf(message.text)}`);
        break;
      case 'client_tool_result':
        this.#onToolResult(connection, message);
        break;
      default:
        this.violation(`unknown message ${textOf(message.type)}`);
    }
  }

  ping(connection: ElevenLabsConnection): void {
    const eventId = this.count();
    connection.openPings.add(eventId);
    connection.send({ type: 'ping', ping_event: { event_id: eventId, ping_ms: 30 } });
  }

  #onInitiation(connection: ElevenLabsConnection, message: Json): void {
    const override = message.conversation_config_override as { agent?: Json; tts?: Json } | undefined;
    const refused = Object.keys({ ...override?.agent, ...override?.tts }).find((field) => {
      return this.refusedOverrides.has(field);
    });
    if (refused !== undefined) {
      connection.end(1008, `Override for field '${refused}' is not allowed by config.`);
      return;
    }
    const given = (message.dynamic_variables ?? {}) as Json;
    const missing = this.variables.filter((name) => given[name] === undefined);
    if (missing.length > 0) {
      connection.end(
        1008,
        `Missing required dynamic variables in first message: {'${missing.join("', '")}'}`,
      );
      return;
    }
    if (connection.initiation) this.violation('opened the conversation twice');
    connection.initiation = message;
    connection.send({
      type: 'conversation_initiation_metadata',
      conversation_initiation_metadata_event: {
        conversation_id: `conv_${this.count()}`,
        agent_output_audio_format: this.outputFormat,
        user_input_audio_format: this.inputFormat,
      },
    });
    const first = override?.agent?.first_message;
    if (first !== '') this.#begin(connection, { say: first === undefined ? 'Own greeting.' : textOf(first) });
  }

  #onAudio(connection: ElevenLabsConnection, base64: string): void {
    const [encoding, rate] = this.inputFormat.split('_');
    const pcm = encoding === 'ulaw' ? decodeMuLaw(Buffer.from(base64, 'base64')) : fromBase64(base64);
    this.hear(connection, pcm, Number(rate));
  }

  /** Ends the user's speech: sends their words, and the answer. */
  endSpeech(connection: ElevenLabsConnection): void {
    const words = this.userWords.shift() ?? 'Do you hear me?';
    connection.send({
      type: 'tentative_user_transcript',
      tentative_user_transcription_event: { user_transcript: words.slice(0, 6), event_id: this.count() },
    });
    connection.send({
      type: 'user_transcript',
      user_transcription_event: { user_transcript: words, event_id: this.count() },
    });
    connection.knows.push(`user: ${words}`);
    this.#begin(connection);
  }

  #onToolResult(connection: ElevenLabsConnection, message: Json): void {
    if (!connection.openCalls.delete(textOf(message.tool_call_id))) this.violation('a result of no call');
    if (typeof message.result !== 'string' || typeof message.is_error !== 'boolean')
      this.violation('a result is a string with is_error');
    connection.knows.push(`tool: ${textOf(message.result)}`);
    const active = connection.active;
    if (active && connection.openCalls.size === 0) {
      connection.active = undefined;
      this.#begin(connection);
    }
  }

  interrupt(connection: ElevenLabsConnection): void {
    const active = connection.active;
    if (!active) return;
    connection.active = undefined;
    const eventId = connection.lastEventId;
    connection.send({ type: 'interruption', interruption_event: { event_id: eventId } });
    if (active.reply.lateAfterInterruption) connection.send(this.#sound(eventId, 'late'));
    const said = active.reply.say ?? '';
    connection.send({
      type: 'agent_response_correction',
      agent_response_correction_event: {
        original_agent_response: said,
        corrected_agent_response: said.slice(0, 3),
        event_id: eventId,
      },
    });
  }

  #begin(connection: ElevenLabsConnection, given?: ElevenLabsReply): void {
    const reply = given ?? this.replies.shift() ?? this.react(connection.knows.at(-1) ?? '');
    const rest: Json[] = [];
    let holdAt = reply.mute ? 0 : Number.POSITIVE_INFINITY;
    if (reply.say !== undefined) {
      rest.push({
        type: 'agent_response',
        agent_response_event: { agent_response: reply.say, event_id: this.count() },
      });
      for (const [i, word] of reply.say.split(' ').entries()) {
        if (reply.holdAfterMs !== undefined && i * WORD_MS >= reply.holdAfterMs)
          holdAt = Math.min(holdAt, rest.length);
        rest.push(this.#sound(this.count(), i === 0 ? word : ` ${word}`));
      }
    }
    const calls = reply.calls ?? [];
    for (const { name, args } of calls) {
      const eventId = this.count();
      const id = `tool_${eventId}`;
      connection.openCalls.add(id);
      const call = { tool_name: name, tool_call_id: id, parameters: args, event_id: eventId };
      rest.push({ type: 'client_tool_call', client_tool_call: call });
    }
    if (reply.holdEnd) holdAt = Math.min(holdAt, rest.length);
    if (calls.length === 0) {
      rest.push(
        this.tellsEnd
          ? { type: 'agent_response_complete' }
          : { type: 'vad_score', vad_score_event: { vad_score: 0 } },
      );
    }
    this.begin(connection, { reply, rest, holdAt });
  }

  protected isSound({ type }: Json): boolean {
    return type === 'audio';
  }

  protected onEvent(connection: ElevenLabsConnection, { reply, rest }: Active, event: Json): void {
    if (this.isSound(event)) connection.lastEventId = (event.audio_event as { event_id: number }).event_id;
    if (rest.length > 0 || connection.openCalls.size > 0) return;
    connection.active = undefined;
    connection.knows.push(`agent: ${reply.say ?? ''}`);
  }

  protected emit(connection: ElevenLabsConnection, event: Json): void {
    connection.send(event);
  }

  #sound(eventId: number, word: string): Json {
    const rate = Number(this.outputFormat.split('_')[1]);
    const audio_base_64 = this.outputFormat.startsWith('ulaw')
      ? Buffer.alloc((WORD_MS * rate) / 1000, 0x20).toString('base64')
      : toBase64(speechSound(WORD_MS, rate));
    const chars = word.split('');
    const step = WORD_MS / chars.length;
    const alignment = {
      chars,
      char_start_times_ms: chars.map((_, i) => Math.round(i * step)),
      char_durations_ms: chars.map(() => Math.round(step)),
    };
    return {
      type: 'audio',
      audio_event: { audio_base_64, event_id: eventId, ...(this.alignment ? { alignment } : {}) },
    };
  }
}
