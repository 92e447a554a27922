import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createCartesiaSynthesizer,
  FakeClock,
  SpeechService,
  type SpeechSynthesizer,
  type SpokenPiece,
  systemClock,
} from '../support/inside/engines.ts';
import { CartesiaServer, WORD_MS } from '../support/providers/cartesia-server.ts';
import type { Json } from '../support/providers/protocol-server.ts';
import { VendorSpeechServer } from '../support/providers/vendor-speech-server.ts';
import { mutationsOf, samplesOf } from './samples.ts';
import { cartesiaPeer, openAiPeer, SECRET, type SynthesisPeer, vendorPeer } from './synthesis-peers.ts';
import { VendorSchemas } from './vendor-schemas.ts';

const schemas = new VendorSchemas();
const TEXT = 'Welcome to the old Meridian by the lake.';
const never = new AbortController().signal;

/** The contract that every adapter must fulfil. A new adapter needs a line here. */
describe.each([
  ['an OpenAI-compatible server', openAiPeer],
  ['Cartesia', cartesiaPeer],
  ['Cartesia over HTTP', vendorPeer('cartesia')],
  ['ElevenLabs', vendorPeer('elevenlabs')],
] as const)('speech by %s', (_name, openPeer) => {
  let peer: SynthesisPeer;
  let clock: FakeClock;
  let voice: SpeechSynthesizer;

  beforeEach(async () => {
    peer = await openPeer(schemas);
    clock = new FakeClock();
    voice = peer.open(clock);
  });
  afterEach(async () => {
    await voice.close();
    expect(peer.faults).toEqual([]);
    await peer.stop();
  });

  const speak = (signal = never, text = TEXT) => voice.speak(text, { voice: peer.voice }, signal);

  test('arrives complete, repeatedly', async () => {
    voice.prepare?.();
    for (const text of [TEXT, 'Short.', TEXT]) {
      const { ms, words } = await whole(speak(never, text));
      expect(ms).toBe(WORD_MS * text.split(' ').length);
      expect(words).toBe(peer.timesWords ? text : undefined);
    }
    expect(clock.pending).toBe(0);
  });

  test('can be requested for several texts at the same time', async () => {
    const spoken = await Promise.all([whole(speak()), whole(speak(never, 'Two words.'))]);
    expect(spoken.map(({ ms }) => ms)).toEqual([8 * WORD_MS, 2 * WORD_MS]);
  });

  test.each(['abort', 'stop taking'] as const)("stops the server's work: %s", async (how) => {
    peer.next('stops');
    const stop = new AbortController();
    const pieces = speak(stop.signal)[Symbol.asyncIterator]();
    expect((await pieces.next()).done).toBe(false);
    if (how === 'stop taking') await pieces.return!();
    else {
      const rest = drain(pieces);
      stop.abort(new Error('spoke on'));
      await expect(rest).rejects.toThrow('spoke on');
    }
    await peer.abandoned();
    expect((await whole(speak())).ms).toBe(8 * WORD_MS);
    expect(clock.pending).toBe(0);
  });

  test('requests nothing from the server if it is no longer wanted', async () => {
    const pieces = speak(AbortSignal.abort(new Error('too late')));
    await expect(whole(pieces)).rejects.toThrow('too late');
  });

  test('is given up if its sound stops arriving, and the next text is spoken', async () => {
    peer.next('stops');
    const pieces = speak()[Symbol.asyncIterator]();
    await pieces.next();
    const rest = drain(pieces);
    const failed = expect(rest).rejects.toMatchObject({ kind: 'timeout' });
    await advanceUntil(rest);
    await failed;
    expect((await whole(speak())).ms).toBe(8 * WORD_MS);
  });

  test('reports a refused key, without repeating it', async () => {
    peer.refuseKeys();
    const error: Error = await whole(speak()).then(
      () => expect.unreachable(),
      (reason: Error) => reason,
    );
    expect(error).toMatchObject({ name: 'ProviderError', kind: 'auth' });
    expect(error.message).toContain(`check ${voice.provider.keyPlace ?? voice.provider.keySetting}`);
    expect(error.message).not.toContain(SECRET);
  });

  test('refuses data that is not sound', async () => {
    peer.next('garbage');
    await expect(whole(speak())).rejects.toMatchObject({ name: 'ProviderError', kind: 'rejected' });
  });

  test('reports a connection that is cut in mid-sentence, and speaks the next text', async () => {
    peer.next('cut');
    let ms = 0;
    const cut = async () => {
      for await (const { pcm, sampleRate } of speak()) ms += (pcm.length * 1000) / sampleRate;
    };
    await expect(cut()).rejects.toMatchObject({ kind: 'unreachable' });
    expect(ms).toBeGreaterThan(0);
    expect((await whole(speak())).ms).toBe(8 * WORD_MS);
  });

  test('lists at most some of its voices', async () => {
    peer.list(3000);
    const listed = await voice.voices.list();
    expect(listed!.length).toBeGreaterThan(50);
    expect(listed!.length).toBeLessThanOrEqual(500);
  });

  /** Advances the clock step by step, and lets pending messages arrive between the steps. */
  async function advanceUntil(done: Promise<unknown>): Promise<void> {
    let isDone = false;
    const end = () => {
      isDone = true;
    };
    done.then(end, end);
    while (!isDone) {
      await clock.advance(1000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
});

test.each([
  ['cartesia', 'CartesiaVoice'],
  ['elevenlabs', 'ElevenLabsVoice'],
] as const)("the local server's voices of %s conform to the vendor's schema", (api, type) => {
  for (const listed of new VendorSpeechServer(api, SECRET).listed)
    expect(schemas.faults(type, listed)).toEqual([]);
});

describe('Cartesia', () => {
  let server: CartesiaServer;
  let voice: SpeechSynthesizer;
  beforeEach(async () => {
    server = await new CartesiaServer(SECRET).listen();
    voice = open();
  });
  afterEach(async () => {
    await voice.close();
    await server.stop();
  });
  const open = (chosen?: string) =>
    createCartesiaSynthesizer({
      baseUrl: server.baseUrl,
      apiKey: SECRET,
      model: 'sonic-3.5',
      voice: chosen,
      clock: systemClock,
    });
  const speak = (text = TEXT) => whole(voice.speak(text, { voice: 'id-of-Katie' }, never));

  test("gets messages from the local server that conform to the vendor's schema", async () => {
    for (const listed of server.voices) expect(schemas.faults('CartesiaVoice', listed)).toEqual([]);
    const faults: string[] = [];
    server.replies.push((connection, ours, words) => {
      const send = connection.send.bind(connection);
      connection.send = (message) => {
        faults.push(...schemas.faults('CartesiaServerMessage', message));
        send(message);
      };
      server.speak(connection, ours, words);
    });
    await speak();
    expect(faults).toEqual([]);
  });

  test('is connected to once, before anything is said', async () => {
    voice.prepare!();
    await server.nextConnection();
    await Promise.all([speak(), speak()]);
    await speak();
    expect(server.connections.all).toHaveLength(1);
  });

  test('is silently connected to again after it closed an idle connection', async () => {
    const service = new SpeechService(voice, systemClock);
    const speakOn = () =>
      whole(service.speak({ text: TEXT, voice: 'Katie', onNotice: () => undefined }, never));
    await speakOn();
    // The text arrives after the server has closed the connection.
    server.replies.push((connection) => connection.end(1000, 'connection idle timeout'));
    expect((await speakOn()).words).toBe(TEXT);
    const line = server.connections.all.at(-1)!;
    line.end(1000, 'connection idle timeout');
    await line.closed;
    expect((await speakOn()).words).toBe(TEXT);
    // It does not retry forever.
    for (let n = 0; n < 2; n++) server.replies.push((connection) => connection.end(1000, 'idle'));
    await expect(speakOn()).rejects.toMatchObject({ kind: 'unreachable' });
  });

  test('gives the reason when it does not speak', async () => {
    const error = { type: 'error', done: true, title: 'Too many', message: `limit of ${SECRET} exceeded` };
    server.replies.push((connection, ours) =>
      connection.send({ ...ours, ...error, status_code: 429, error_code: 'concurrency_limited' }),
    );
    await expect(speak()).rejects.toThrow('Cartesia is not available: HTTP 429 limit of [secret] exceeded');
    expect(server.cancelled.all).toEqual([]);
  });

  test('survives broken messages', async () => {
    const samples = schemas
      .variants('CartesiaServerMessage')
      .flatMap((variant) => samplesOf(variant, schemas) as Json[]);
    const broken = samples.flatMap((sample) => [sample, ...mutationsOf(sample)]);
    for (const message of broken) {
      server.replies.push((connection, ours, words) => {
        connection.send({ ...message, context_id: ours.context_id });
        connection.send({ ...message });
        server.speak(connection, ours, words);
      });
      await speak('Fine.').catch((error: Error) => expect(error.name).toBe('ProviderError'));
    }
    expect(broken.length).toBeGreaterThan(100);
    expect((await speak()).words).toBe(TEXT);
  });

  test('ends a text whose sound does not end', async () => {
    const service = new SpeechService(voice, systemClock);
    server.replies.push((connection, ours) => {
      server.begin(
        connection,
        ours,
        Array.from({ length: 300 }, () => 'more'),
      );
    });
    const request = { text: 'Fine.', voice: 'Puck', onNotice: () => undefined };
    await expect(whole(service.speak(request, never))).rejects.toThrow(
      'it sent more audio than the text can need',
    );
    await server.cancelled.next('text that was given up', () => true);
  });

  test.each([
    ['Puck', 'en', undefined, 'id-of-Ronald', 'so Ronald is used; set CARTESIA_VOICE to choose another'],
    ['Kore', 'en', undefined, 'id-of-Katie', 'so Katie is used'],
    ['Puck', 'es', undefined, 'id-of-Ana', 'so Ana is used'],
    ['Katie', 'es', undefined, 'id-of-Katie', undefined],
    ['Puck', 'en', 'Ana', 'id-of-Ana', undefined],
    ['Puck', 'en', 'an-id-that-is-not-listed', 'an-id-that-is-not-listed', undefined],
  ])(
    'speaks for the voice %s in %s, if the operator named %s',
    async (wanted, language, chosen, id, notice) => {
      voice = open(chosen);
      const notices: string[] = [];
      const request = { text: TEXT, voice: wanted, language, onNotice: (text: string) => notices.push(text) };
      await whole(new SpeechService(voice, systemClock).speak(request, never));
      expect(server.generations.all.at(-1)).toMatchObject({ voice: { id }, language });
      expect(notices.join()).toContain(notice ?? '');
      expect(notices).toHaveLength(notice ? 1 : 0);
    },
  );
});

async function whole(pieces: AsyncIterable<SpokenPiece>): Promise<{ ms: number; words: string | undefined }> {
  let ms = 0;
  let words: string | undefined;
  for await (const piece of pieces) {
    ms += (piece.pcm.length * 1000) / piece.sampleRate;
    if (piece.words) words = [words, ...piece.words.map(({ word }) => word)].filter(Boolean).join(' ');
  }
  return { ms: Math.round(ms), words };
}

async function drain(pieces: AsyncIterator<SpokenPiece>): Promise<void> {
  while (!(await pieces.next()).done);
}
