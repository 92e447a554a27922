import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebSocket } from 'ws';
import { AwaitedList } from './awaited-list.ts';
import { type Json, ProtocolServer, type Refusal, ServerConnection, textOf } from './protocol-server.ts';
import { speechSound, toBase64 } from './speech-sound.ts';

const RATE = 24_000;
/** Duration of a word, with the pause after it. */
export const WORD_MS = 250;
const PAUSE_MS = 50;
const VERSION = '2026-08-14';

/** Responds to a text instead of speaking it; `ours` holds the fields with which messages about it begin. */
export type Speech = (connection: ServerConnection, ours: Json, words: string[]) => void;

/** Simulates Cartesia's WebSocket speech and list of voices: https://docs.cartesia.ai/api-reference/tts/websocket */
export class CartesiaServer extends ProtocolServer<ServerConnection> {
  /** Can be changed, so that the clients' key is refused. */
  apiKey: string;
  readonly generations = new AwaitedList<Json>((generation) => textOf(generation.transcript));
  readonly cancelled = new AwaitedList<string>((id) => id);
  /** Used one after the other. */
  readonly replies: Speech[] = [];
  voices: Json[] = [
    cartesiaVoice('Katie', 'feminine', 'en'),
    cartesiaVoice('Ronald', 'masculine', 'en'),
    cartesiaVoice('Ana', 'feminine', 'es'),
  ];
  /** Whether words are sent only after all audio, instead of as soon as they are known. */
  wordsComeLate = false;

  constructor(apiKey = 'sk_car_test0123456789') {
    super();
    this.apiKey = apiKey;
  }

  protected override onRequest(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url!, 'http://localhost');
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (request.headers['cartesia-version'] !== VERSION) this.violation('another version');
    const voice = this.voices.find(({ id }) => pathname === `/voices/${textOf(id)}`);
    if (!this.#isAllowed(request)) answer(401, REFUSAL);
    else if (pathname === '/voices')
      answer(200, { data: this.voices.slice(0, Number(searchParams.get('limit'))), has_more: false });
    else if (voice) answer(200, voice);
    else
      answer(404, {
        title: 'Not found',
        message: 'Voice not found',
        error_code: 'voice_not_found',
        request_id: 'r',
      });
  }

  protected accept(socket: WebSocket, request: IncomingMessage): ServerConnection {
    const connection = new ServerConnection(socket, request);
    if (connection.url.pathname !== '/tts/websocket') this.violation(`opened ${connection.url.pathname}`);
    if (request.headers['cartesia-version'] !== VERSION) this.violation('another version');
    return connection;
  }

  protected override refusalOf(request: IncomingMessage): Refusal | undefined {
    return this.#isAllowed(request) ? undefined : { status: 401, body: REFUSAL };
  }

  protected onMessage(connection: ServerConnection, message: Json): void {
    connection.received.push(message);
    if (message.cancel === true) {
      this.cancelled.push(textOf(message.context_id));
      return;
    }
    this.generations.push(message);
    const words = textOf(message.transcript).split(' ');
    const ours = { context_id: message.context_id, status_code: 206, done: false };
    const reply = this.replies.shift();
    if (reply) reply(connection, ours, words);
    else this.speak(connection, ours, words);
  }

  /** Sends the audio of these words with their times, and the end of the text. */
  speak(connection: ServerConnection, ours: Json, words: readonly string[]): void {
    this.begin(connection, ours, words);
    connection.send({ ...ours, type: 'done', done: true, status_code: 200 });
  }

  /** Sends the same, without the end. */
  begin(connection: ServerConnection, ours: Json, words: readonly string[]): void {
    const messages = words.map((word, n): [sound: Json, times: Json] => [
      { ...ours, type: 'chunk', data: toBase64(speechSound(WORD_MS, RATE)), step_time: 12 },
      { ...ours, type: 'timestamps', word_timestamps: timesOf(word, n) },
    ]);
    for (const [sound, times] of messages)
      for (const message of this.wordsComeLate ? [sound] : [times, sound]) connection.send(message);
    if (this.wordsComeLate) for (const [, times] of messages) connection.send(times);
  }

  #isAllowed({ headers }: IncomingMessage): boolean {
    return headers.authorization === `Bearer ${this.apiKey}`;
  }
}

const REFUSAL = {
  title: 'Unauthorized',
  message: 'The API key is not valid',
  error_code: 'unauthorized',
  request_id: '550e8400-e29b-41d4-a716-446655440000',
};

const timesOf = (word: string, n: number): Json => ({
  words: [word],
  start: [(n * WORD_MS) / 1000],
  end: [((n + 1) * WORD_MS - PAUSE_MS) / 1000],
});

/** Returns a voice as Cartesia lists it. */
export function cartesiaVoice(name: string, gender: string, language: string, isOwner = false): Json {
  return {
    id: `id-of-${name}`,
    access: 'public',
    created_at: '2026-01-01T00:00:00Z',
    description: `${name} speaks`,
    is_owner: isOwner,
    language,
    locales: [{ is_native: true, locale: `${language}-US` }],
    name,
    tagline: '',
    visibility: 'all',
    gender,
  };
}
