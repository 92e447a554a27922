import diagnostics from 'node:diagnostics_channel';
import {
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { speakTone } from './tone-engine.ts';

/** The ways in which a provider fails. */
export const FAULTS = [
  'no connection',
  'no head',
  'head alone',
  'stops in the middle',
  'cut in the middle',
  '401',
  '404',
  'no such model',
  '429',
  '500',
  'nonsense',
] as const;
export type Fault = (typeof FAULTS)[number];

const KINDS = ['model', 'voice', 'recognition', 'embeddings', 'tool', 'other model', 'other voice'] as const;
export type Kind = (typeof KINDS)[number];

/** The number of turns of the event loop without traffic before the time advances. */
const QUIET_TURNS = 10;

/**
 * The servers of a pipeline, over real HTTP, each with a configurable fault. They have no timeouts of their own:
 * a request hangs until the client disconnects.
 */
export class FaultyServers {
  readonly #faults = new Map<Kind, Fault>();
  readonly #servers = new Map<Kind, Server>();
  readonly #ports = new Map<Kind, number>();
  readonly #hanging = new Set<ServerResponse>();
  #open = 0;
  readonly #onRequest = (message: unknown) => {
    this.#open++;
    (message as { request: ClientRequest }).request.once('close', () => this.#open--);
  };

  async listen(): Promise<this> {
    diagnostics.subscribe('http.client.request.start', this.#onRequest);
    for (const kind of KINDS) {
      const server = createServer((request, response) => {
        const parts: Buffer[] = [];
        request.on('data', (part: Buffer) => parts.push(part));
        request.on('end', () => this.#answer(kind, request, Buffer.concat(parts), response));
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      this.#servers.set(kind, server);
      this.#ports.set(kind, (server.address() as AddressInfo).port);
    }
    return this;
  }

  endpoint(kind: Kind): { baseUrl: string; model: string } {
    return { baseUrl: `http://127.0.0.1:${this.#ports.get(kind)}`, model: kind };
  }

  async fail(kind: Kind, fault: Fault): Promise<void> {
    this.#faults.set(kind, fault);
    if (fault === 'no connection') await this.#close(this.#servers.get(kind)!);
  }

  /** Sends a part of the answer of a model that hangs after the head of its response. */
  async write(text: string): Promise<void> {
    for (const response of this.#hanging) response.write(chunk({ content: text }));
    await this.quiet();
  }

  /** Makes a server work again. Does not work after `no connection`. */
  mend(kind: Kind): void {
    this.#faults.delete(kind);
  }

  /**
   * Resolves when every request has been answered and the client has read the responses.
   *
   * @param hangingElsewhere returns the number of requests that other servers do not answer
   */
  async quiet(hangingElsewhere: () => number = () => 0): Promise<void> {
    for (let turns = 0; turns < QUIET_TURNS; ) {
      await new Promise((resolve) => setImmediate(resolve));
      turns = this.#open === this.#hanging.size + hangingElsewhere() ? turns + 1 : 0;
    }
  }

  async stop(): Promise<void> {
    diagnostics.unsubscribe('http.client.request.start', this.#onRequest);
    await Promise.all([...this.#servers.values()].map((server) => this.#close(server)));
  }

  #close(server: Server): Promise<void> {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  }

  #answer(kind: Kind, { url }: IncomingMessage, body: Buffer, response: ServerResponse): void {
    const answer = ANSWERS[url!];
    if (!answer) {
      response.writeHead(404).end('{}');
      return;
    }
    const fault = this.#faults.get(kind);
    const head = { 'content-type': fault === 'nonsense' ? 'text/html' : answer.type };
    const [half, rest] = answer.halves(body);
    switch (fault) {
      case undefined:
        response.writeHead(200, head).write(half);
        response.end(rest);
        return;
      case 'nonsense':
        response.writeHead(200, head).end('<html>It works!</html>');
        return;
      case '401':
      case '404':
      case '429':
      case '500':
        response.writeHead(Number(fault)).end(`{"error":{"message":"${OWN_WORDS}"}}`);
        return;
      case 'no such model':
        response
          .writeHead(404)
          .end(`{"error":{"message":"The model '${kind}' does not exist. ${OWN_WORDS}"}}`);
        return;
      case 'cut in the middle':
        response.writeHead(200, head).write(half, () => response.destroy());
        return;
      case 'stops in the middle':
        response.writeHead(200, head).write(half);
        break;
      case 'head alone':
        response.writeHead(200, head).flushHeaders();
        break;
      default:
    }
    this.#hanging.add(response);
    response.once('close', () => this.#hanging.delete(response));
  }
}

/** A vendor's own words about its failure. */
export const OWN_WORDS = 'The backend of account 4711 is overloaded';

interface Answer {
  type: string;
  halves(body: Buffer): [string | Buffer, string | Buffer];
}

const chunk = (delta: object) => `data: ${JSON.stringify({ choices: [{ delta }] })}\n\n`;
interface ChatRequest {
  tools?: { function: { name: string } }[];
  messages: { role: string }[];
}
/** The tools that the model calls if it is offered them. */
const CALLED = ['hours', 'search_knowledge_base'];

const json = (value: unknown): Answer => {
  const text = JSON.stringify(value);
  return { type: 'application/json', halves: () => [text.slice(0, 9), text.slice(9)] };
};

const ANSWERS: Readonly<Record<string, Answer>> = {
  '/chat/completions': {
    type: 'text/event-stream',
    halves: (body) => {
      const { tools = [], messages } = JSON.parse(body.toString('utf8')) as ChatRequest;
      const called = tools.find((tool) => CALLED.includes(tool.function.name))?.function.name;
      if (called !== undefined && messages.at(-1)?.role !== 'tool') {
        const call = { index: 0, id: 'call', function: { name: called, arguments: '{"query":"hours"}' } };
        return [chunk({ tool_calls: [call] }), 'data: [DONE]\n\n'];
      }
      const rest = chunk({ content: ' closes at six.' });
      return [chunk({ content: 'The museum opens at nine. It' }), `${rest}data: [DONE]\n\n`];
    },
  },
  '/audio/speech': {
    type: 'audio/pcm',
    halves: (body) => {
      const { input } = JSON.parse(body.toString('utf8')) as { input: string };
      const bytes = Buffer.from(speakTone(input).pcm.buffer);
      const half = bytes.length - (bytes.length % 4) / 2;
      return [bytes.subarray(0, half / 2), bytes.subarray(half / 2)];
    },
  },
  '/models': json({ data: [] }),
  // This server has no list of voices.
  '/audio/voices': json({ voices: [] }),
  '/audio/transcriptions': json({ text: 'When does it open?' }),
  '/embeddings': json({ data: [{ index: 0, embedding: [1, 0] }] }),
  '/tool': json({ opens: 'at nine' }),
};
