import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import { type Json, textOf } from './protocol-server.ts';
import { type ActiveReply, SpeakingConnection, SpeakingServer, type SpokenReply } from './speaking-server.ts';
import { fromBase64, speechSound, toBase64 } from './speech-sound.ts';

const OUTPUT_RATE = 24_000;
const WORD_MS = 300;

export interface GeminiReply extends SpokenReply {
  calls?: { name: string; args: Json }[];
}

type Active = ActiveReply<GeminiReply>;

export class GeminiConnection extends SpeakingConnection<Active> {
  /** Everything the model knows, as `role: text`. */
  turns: string[] = [];
  setup: Json | undefined;
  sessionId = '';
  readonly openCalls = new Map<string, { name: string; blocking: boolean }>();
  /** Whether a result has arrived that the model answers when the current answer is over. */
  answerDue = false;
}

const SCHEMA_KEYS = new Set(
  (
    'type title description properties required items enum format nullable minimum maximum minItems maxItems ' +
    'minLength maxLength anyOf'
  ).split(' '),
);

/** Simulates the Gemini Live API: JSON in binary frames, resumption handles, one connection at a time per session. */
export class GeminiServer extends SpeakingServer<GeminiReply, Active, GeminiConnection> {
  /** Saved states by handle. */
  readonly saved = new Map<string, { sessionId: string; turns: string[] }>();
  /** Closes the connection instead of sending `setupComplete`. */
  refuseSetup: { code: number; reason: string } | undefined;

  constructor(apiKey = 'AIzaTest0123456789') {
    super(apiKey);
  }

  protected accept(socket: WebSocket, request: IncomingMessage): GeminiConnection {
    const connection = new GeminiConnection(socket, request);
    const path =
      /^\/ws\/google\.ai\.generativelanguage\.v1(alpha|beta)\.GenerativeService\.BidiGenerateContent$/;
    if (!path.test(connection.url.pathname)) this.violation(`opened ${connection.url.pathname}`);
    return connection;
  }

  protected onMessage(connection: GeminiConnection, message: Json): void {
    const kind = Object.keys(message).join(',');
    const input = message.realtimeInput as Json | undefined;
    if (!input?.audio) connection.received.push(message);
    if (!connection.setup && kind !== 'setup') this.violation(`${kind} before the setup`);
    if (input && [...connection.openCalls.values()].some((call) => call.blocking)) {
      // As the real server does.
      this.violation('realtime input while a function call waits');
      connection.end(1008, 'Operation is not implemented, or supported, or enabled.');
      return;
    }
    if (kind === 'setup') this.#onSetup(connection, message.setup as Json);
    else if (input?.audio) this.#onAudio(connection, input.audio as Json);
    else if (input?.video) {
      const { mimeType, data } = input.video as { mimeType?: unknown; data?: unknown };
      if (!/^image\/(jpeg|png)$/.test(textOf(mimeType)) || textOf(data) === '')
        this.violation('a malformed picture');
    } else if (input?.text !== undefined) this.#onContent(connection, [`user: ${textOf(input.text)}`], true);
    else if (kind === 'clientContent') {
      const content = message.clientContent as Json;
      this.#onContent(connection, this.#readTurns(content.turns as Json[]), content.turnComplete === true);
    } else if (kind === 'toolResponse') this.#onToolResponse(connection, message.toolResponse as Json);
    else this.violation(`unknown message ${kind}`);
  }

  /** Saves the state so far under a new handle, and sends the handle to the client. */
  save(connection: GeminiConnection): void {
    const newHandle = this.#id('handle');
    this.saved.set(newHandle, { sessionId: connection.sessionId, turns: [...connection.turns] });
    this.emit(connection, { sessionResumptionUpdate: { newHandle, resumable: true } });
  }

  #onSetup(connection: GeminiConnection, setup: Json): void {
    if (connection.url.searchParams.get('key') !== this.apiKey) {
      // The socket opens with any key; only the first message is checked.
      connection.end(1007, 'API key not valid. Please pass a valid API key.');
      return;
    }
    if (this.refuseSetup) {
      connection.end(this.refuseSetup.code, this.refuseSetup.reason);
      return;
    }
    if (!textOf(setup.model).startsWith('models/')) this.violation('the model needs the prefix models/');
    const generation = setup.generationConfig as Json;
    if (generation.enableAffectiveDialog && !connection.url.pathname.includes('v1alpha'))
      this.violation('affective dialog needs v1alpha');
    for (const tool of (setup.tools as Json[] | undefined) ?? []) {
      for (const declared of (tool.functionDeclarations as Json[] | undefined) ?? []) {
        this.#checkDeclaration(declared);
        // Without a declaration, they would be asynchronous.
        if (textOf(setup.model).includes('gemini-3.8') && !declared.behavior) this.violation('no behavior');
      }
    }
    const handle = (setup.sessionResumption as Json | undefined)?.handle;
    if (handle !== undefined) {
      const state = this.saved.get(textOf(handle));
      if (!state) {
        connection.end(1008, 'BidiGenerateContent session not found');
        return;
      }
      const open = this.connections.all.some((other) => {
        return other !== connection && other.isOpen && other.sessionId === state.sessionId;
      });
      if (open) {
        this.violation('took a session up while its line was open');
        connection.end(1011, 'Internal error occurred.');
        return;
      }
      connection.sessionId = state.sessionId;
      connection.turns = [...state.turns];
    }
    connection.sessionId ||= this.#id('session');
    connection.setup = setup;
    this.emit(connection, { setupComplete: {} });
  }

  #checkDeclaration(declared: Json): void {
    const parameters = declared.parameters as Json | undefined;
    if (!declared.name || !declared.description) this.violation('a function without name or description');
    if (!parameters) return;
    if (parameters.type !== 'OBJECT') this.violation('parameters must be of type OBJECT');
    if (Object.keys((parameters.properties as Json | undefined) ?? {}).length === 0)
      this.violation('parameters of type OBJECT need properties');
    this.#checkSchema(parameters);
  }

  /** Checks that a schema uses only the part of OpenAPI's schemas that the API supports. */
  #checkSchema(schema: Json): void {
    for (const key of Object.keys(schema)) if (!SCHEMA_KEYS.has(key)) this.violation(`${key} is not known`);
    if (!/^(?:OBJECT|ARRAY|STRING|NUMBER|INTEGER|BOOLEAN)$/.test(textOf(schema.type))) {
      if (!schema.anyOf) this.violation(`the type ${textOf(schema.type)}`);
    }
    if (schema.enum && schema.type !== 'STRING') this.violation('enum is for strings');
    if (schema.format && schema.format !== 'date-time') this.violation(`the format ${textOf(schema.format)}`);
    for (const one of Object.values((schema.properties as Json | undefined) ?? {}))
      this.#checkSchema(one as Json);
    for (const one of (schema.anyOf as Json[] | undefined) ?? []) this.#checkSchema(one);
    if (schema.items) this.#checkSchema(schema.items as Json);
  }

  #readTurns(turns: Json[]): string[] {
    return turns.map((turn) => {
      if (turn.role !== 'user' && turn.role !== 'model') this.violation(`the role ${textOf(turn.role)}`);
      const [part] = turn.parts as Json[];
      const response = (part?.functionResponse as Json | undefined)?.response as Json | undefined;
      const text = textOf(part?.text ?? (part?.functionCall as Json | undefined)?.name ?? response?.output);
      return `${textOf(turn.role)}: ${text}`;
    });
  }

  #onAudio(connection: GeminiConnection, audio: Json): void {
    if (audio.mimeType !== 'audio/pcm;rate=16000') this.violation(`sound of type ${textOf(audio.mimeType)}`);
    this.hear(connection, fromBase64(textOf(audio.data)), 16_000);
  }

  /** Ends the user's speech: sends their words, and the answer. */
  endSpeech(connection: GeminiConnection): void {
    const words = this.userWords.shift() ?? 'Do you hear me?';
    const half = Math.ceil(words.length / 2);
    this.emit(connection, { serverContent: { inputTranscription: { text: words.slice(0, half) } } });
    this.emit(connection, { serverContent: { inputTranscription: { text: words.slice(half) } } });
    connection.turns.push(`user: ${words}`);
    this.#begin(connection);
  }

  #onContent(connection: GeminiConnection, turns: string[], turnComplete: boolean): void {
    this.interrupt(connection);
    connection.turns.push(...turns);
    if (turnComplete) this.#begin(connection);
  }

  #onToolResponse(connection: GeminiConnection, toolResponse: Json): void {
    let goOn = false;
    for (const response of toolResponse.functionResponses as Json[]) {
      const call = connection.openCalls.get(textOf(response.id));
      connection.openCalls.delete(textOf(response.id));
      if (!call) this.violation(`a response to no call: ${textOf(response.id)}`);
      else if (call.name !== response.name) this.violation('a response with another name than the call');
      const { output } = (response.response ?? {}) as Json;
      if (typeof output !== 'string') this.violation('the output must be a string');
      if (response.scheduling === 'SILENT' && call?.blocking)
        this.violation('a blocking call cannot be silent');
      connection.turns.push(`tool: ${textOf(output)}`);
      goOn ||= response.scheduling !== 'SILENT';
      if (response.scheduling === 'WHEN_IDLE' && connection.active) connection.answerDue = true;
    }
    if (goOn && connection.openCalls.size === 0 && !connection.answerDue) this.#begin(connection);
  }

  interrupt(connection: GeminiConnection): void {
    const active = connection.active;
    if (!active) return;
    connection.active = undefined;
    if (connection.openCalls.size > 0) {
      this.emit(connection, { toolCallCancellation: { ids: [...connection.openCalls.keys()] } });
      connection.openCalls.clear();
    }
    this.emit(connection, { serverContent: { interrupted: true } });
    if (active.reply.lateAfterInterruption) this.emit(connection, this.#sound());
    this.emit(connection, { serverContent: { turnComplete: true } });
  }

  #begin(connection: GeminiConnection): void {
    const prompt = connection.turns.at(-1) ?? '';
    const reply = this.replies.shift() ?? this.react(prompt);
    const rest: Json[] = [];
    let holdAt = reply.mute ? 0 : Number.POSITIVE_INFINITY;
    if (reply.say !== undefined) {
      // Native audio models send their thoughts as text parts, which must not reach the user.
      rest.push({ serverContent: { modelTurn: { parts: [{ text: '**Considering**', thought: true }] } } });
    }
    for (const [i, word] of (reply.say?.split(' ') ?? []).entries()) {
      if (reply.holdAfterMs !== undefined && i * WORD_MS >= reply.holdAfterMs)
        holdAt = Math.min(holdAt, rest.length);
      rest.push(this.#sound());
      rest.push({ serverContent: { outputTranscription: { text: i === 0 ? word : ` ${word}` } } });
    }
    const setupTools = ((connection.setup?.tools as Json[] | undefined) ?? []).flatMap(
      (tool) => (tool.functionDeclarations as Json[] | undefined) ?? [],
    );
    let blocks = false;
    for (const call of reply.calls ?? []) {
      const id = this.#id('call');
      const blocking = setupTools.find((tool) => tool.name === call.name)?.behavior !== 'NON_BLOCKING';
      blocks ||= blocking;
      connection.openCalls.set(id, { name: call.name, blocking });
      rest.push({ toolCall: { functionCalls: [{ id, name: call.name, args: call.args }] } });
    }
    if (!blocks) {
      if (reply.holdEnd !== 'untold') rest.push({ serverContent: { generationComplete: true } });
      if (!reply.holdEnd)
        rest.push({ serverContent: { turnComplete: true }, usageMetadata: { totalTokenCount: 7 } });
    }
    this.begin(connection, { reply, rest, holdAt });
  }

  protected isSound({ serverContent }: Json): boolean {
    const { modelTurn } = (serverContent ?? {}) as { modelTurn?: { parts: Json[] } };
    return modelTurn?.parts.some((part) => part.inlineData !== undefined) ?? false;
  }

  /** Paces the thoughts before the first audio as well. */
  protected override isPaced({ serverContent }: Json): boolean {
    return (serverContent as Json | undefined)?.modelTurn !== undefined;
  }

  protected onEvent(connection: GeminiConnection, _active: Active, { serverContent }: Json): void {
    if ((serverContent as Json | undefined)?.turnComplete) connection.active = undefined;
  }

  protected override onEnd(connection: GeminiConnection, { reply }: Active): void {
    if (reply.say) connection.turns.push(`model: ${reply.say}`);
    this.save(connection);
    if (!connection.answerDue) return;
    connection.answerDue = false;
    this.#begin(connection);
  }

  #sound(): Json {
    const data = toBase64(speechSound(WORD_MS, OUTPUT_RATE));
    const inlineData = { mimeType: `audio/pcm;rate=${OUTPUT_RATE}`, data };
    return { serverContent: { modelTurn: { role: 'model', parts: [{ inlineData }] } } };
  }

  /** The real server sends binary frames. */
  protected emit(connection: GeminiConnection, message: Json): void {
    connection.sendAsBinary(message);
  }

  #id(prefix: string): string {
    return `${prefix}-${this.count()}`;
  }
}
