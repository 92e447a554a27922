import diagnostics from 'node:diagnostics_channel';
import { type ClientRequest, createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isSilent } from '../../audio/pcm.ts';
import { createPipelineEngine } from '../../engines/pipeline/pipeline-engine.ts';
import { FakeClock } from '../../lib/testing/fake-clock.ts';
import { createSpeechServer } from '../../providers/tts/openai/speech-server.ts';
import { SpeechService } from '../../providers/tts/speech-service.ts';
import { joined, type TestStage, testPlan } from '../testing/stage.ts';

const RATE = 24_000;
const SOUND_MS = 1200;
/** Up to this many consecutive silent samples count as speech. */
const PAUSE_SAMPLES = 20;

/** Sends speech over real HTTP when told to. `arrived` resolves when everything that was sent has been read. */
class SpeakingServer {
  readonly #server: Server;
  readonly #ours = new Set<Socket>();
  readonly #theirs = new Set<Socket>();
  readonly #onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    if (request.socket) this.#theirs.add(request.socket);
    else request.once('socket', (socket) => this.#theirs.add(socket));
  };
  readonly #asked: ServerResponse[] = [];
  #tellAsked: (response: ServerResponse) => void = (response) => this.#asked.push(response);

  constructor() {
    this.#server = createServer((request, response) => {
      request.resume();
      if (request.url === '/audio/speech') {
        response.writeHead(200, { 'content-type': 'audio/pcm' });
        this.#tellAsked(response);
      } else response.writeHead(404).end('{}');
    });
    this.#server.on('connection', (socket) => this.#ours.add(socket));
  }

  async listen(): Promise<string> {
    diagnostics.subscribe('http.client.request.start', this.#onRequest);
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  asked(): Promise<ServerResponse> {
    const response = this.#asked.shift();
    if (response) return Promise.resolve(response);
    return new Promise((resolve) => {
      this.#tellAsked = resolve;
    });
  }

  readonly arrived = async (): Promise<void> => {
    const sum = (sockets: Set<Socket>, of: 'bytesRead' | 'bytesWritten') =>
      [...sockets].reduce((bytes, socket) => bytes + socket[of], 0);
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    while (sum(this.#theirs, 'bytesRead') < sum(this.#ours, 'bytesWritten')) await turn();
    for (let turns = 0; turns < 4; turns++) await turn();
  };

  async stop(): Promise<void> {
    diagnostics.unsubscribe('http.client.request.start', this.#onRequest);
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

let server: SpeakingServer;
let baseUrl: string;
beforeEach(async () => {
  server = new SpeakingServer();
  baseUrl = await server.listen();
});
afterEach(() => server.stop());

async function asked(): Promise<{ stage: TestStage; response: ServerResponse }> {
  const clock = new FakeClock(undefined, server.arrived);
  const endpoint = { baseUrl, model: 'any' };
  const engine = testPlan().engine!;
  const stage = await joined({
    clock,
    plan: testPlan({ engine: { ...engine, greeting: 'Good to see you.' } }),
    deps: {
      engines: {
        builtin: createPipelineEngine({
          llm: endpoint,
          speech: [new SpeechService(createSpeechServer(endpoint, clock), clock)],
          splitClauses: (text) => [text],
          clock,
        }),
      },
    },
  });
  return { stage, response: await server.asked() };
}

/** Returns a tone without any silent sample. */
const tone = (fromMs: number, ms: number) =>
  Buffer.from(
    Int16Array.from({ length: (ms * RATE) / 1000 }, (_, n) =>
      Math.round(9000 * Math.cos((2 * Math.PI * 430 * ((fromMs * RATE) / 1000 + n)) / RATE)),
    ).buffer,
  );

it.each([
  // The length of audio that the server sends at once, and the interval at which it sends.
  { server: 'at real time', pieceMs: 20, everyMs: 20 },
  { server: 'at real time, in pieces of another length', pieceMs: 15, everyMs: 15 },
  { server: 'a little at a time, quickly', pieceMs: 5, everyMs: 1 },
  { server: 'five times as fast', pieceMs: 20, everyMs: 4 },
  { server: 'in bursts', pieceMs: 300, everyMs: 280 },
])(
  'sound is played as soon as 20 ms of it are there, without a gap: $server',
  async ({ pieceMs, everyMs }) => {
    const { stage, response } = await asked();
    const { clock, tracks } = stage;
    let enoughAt = 0;
    for (let sentMs = 0; sentMs < SOUND_MS; sentMs += pieceMs) {
      response.write(tone(sentMs, pieceMs));
      if (enoughAt === 0 && sentMs + pieceMs >= 20) enoughAt = clock.now();
      await clock.advance(everyMs);
    }
    response.end();
    await clock.advance(SOUND_MS + 1000);

    const sounding = tracks.played.filter(({ pcm }) => !isSilent(pcm));
    // The time until the source takes and plays another chunk, plus one chunk of silence if there is hardly any audio.
    expect(sounding[0]!.at - enoughAt).toBeLessThanOrEqual(30);
    const samples = tracks.played
      .filter(({ at }) => at >= sounding[0]!.at && at <= sounding.at(-1)!.at)
      .flatMap(({ pcm }) => [...pcm]);
    const heard = samples.slice(
      samples.findIndex((sample) => sample !== 0),
      samples.findLastIndex((sample) => sample !== 0),
    );
    let silent = 0;
    const gaps = heard.flatMap((sample, at) => {
      const length = silent;
      silent = sample === 0 ? silent + 1 : 0;
      return silent === 0 && length > PAUSE_SAMPLES
        ? [{ afterMs: Math.round((at - length) / 48), ms: length / 48 }]
        : [];
    });
    expect(gaps).toEqual([]);
    expect(Math.round(heard.length / 48)).toBe(SOUND_MS);
    stage.ending.end('stopped');
    await clock.advance(1000);
    await stage.done;
  },
);
