/** Live speech recognition by Deepgram: https://developers.deepgram.com/reference/speech-to-text/listen-streaming */

import { toPcm } from '../../../audio/pcm.ts';
import { MODEL_RATE } from '../../../audio/sample-rates.ts';
import type { Clock } from '../../../lib/clock.ts';
import { flagAt, listAt, objectAt, objectOf, textAt } from '../../../lib/json-reader.ts';
import type {
  RecognitionStream,
  SpeechRecognizer,
  Transcription,
} from '../../../speech-recognition/recognizer.ts';
import { PATIENCE, type Patience } from '../../patience.ts';
import { ProviderError, type ProviderName } from '../../provider-error.ts';
import { providerFetch } from '../../provider-http.ts';
import { httpUrl, ProviderSocket, webSocketUrl } from '../../provider-socket.ts';

export const DEEPGRAM: ProviderName = { name: 'Deepgram', keySetting: 'DEEPGRAM_API_KEY' };
/**
 * How long to wait for Deepgram's confirmation that everything is understood, if no interim words are pending: it sends
 * none if nothing was left to understand.
 */
const QUIET_MS = 1000;
/** Maximum characters of one utterance; the rest is left out. */
const MAX_CHARACTERS = 20_000;

export interface DeepgramOptions {
  apiKey?: string | undefined;
  baseUrl: string;
  model: string;
  patience?: Patience | undefined;
  clock: Clock;
}

export function createDeepgramRecognizer(options: DeepgramOptions): SpeechRecognizer {
  const listen = (asked: Parameters<NonNullable<SpeechRecognizer['listen']>>[0]) =>
    new DeepgramWords(options, asked.language, asked.onWords);
  return {
    model: options.model,
    isLocal: false,
    warm: () => Promise.resolve(),
    listen,
    async transcribe(samples, { language, signal = new AbortController().signal } = {}) {
      const words = listen({ language, onWords: () => undefined });
      try {
        words.push(samples);
        return await words.complete(signal);
      } finally {
        words.close();
      }
    },
  };
}

/** Rejects with a `ProviderError` if the key is refused: https://developers.deepgram.com/docs/authenticating */
export async function checkDeepgramKey({ baseUrl, apiKey }: Omit<DeepgramOptions, 'clock'>): Promise<string> {
  const url = httpUrl(baseUrl, '/v1/auth/token');
  const response = await providerFetch(DEEPGRAM, url, { headers: headersOf(apiKey), secret: apiKey });
  await response.body?.cancel();
  return 'the key is valid';
}

const headersOf = (apiKey: string | undefined): Record<string, string> =>
  apiKey ? { Authorization: `Token ${apiKey}` } : {};

/** One utterance on its own connection. Audio that is pushed before the connection is open waits for it. */
class DeepgramWords implements RecognitionStream {
  readonly #clock: Clock;
  readonly #secret: string | undefined;
  /** How long the words may take after everything was sent. */
  readonly #wordsMs: number;
  readonly #onWords: (words: Transcription) => void;
  readonly #opening: Promise<ProviderSocket>;
  #socket: ProviderSocket | undefined;
  #waiting: Uint8Array[] = [];
  /** Words that will not change any more (`#final`), and words that may (`#interim`). */
  #final: string[] = [];
  #interim = '';
  #language: string | undefined;
  #failure: ProviderError | undefined;
  #isClosed = false;
  #hasAnswered = false;
  #whenComplete: (() => void) | undefined;

  constructor(
    { apiKey, baseUrl, model, clock, patience = PATIENCE.stt }: DeepgramOptions,
    language: string | undefined,
    onWords: (words: Transcription) => void,
  ) {
    this.#clock = clock;
    this.#secret = apiKey;
    this.#wordsMs = patience.nextMs;
    this.#onWords = onWords;
    this.#language = language;
    const url = webSocketUrl(baseUrl, '/v1/listen', {
      model,
      encoding: 'linear16',
      sample_rate: String(MODEL_RATE),
      channels: '1',
      interim_results: 'true',
      punctuate: 'true',
      // If the language is unknown, multilingual models detect it.
      language: language ?? 'multi',
    });
    this.#opening = ProviderSocket.open(
      {
        provider: DEEPGRAM,
        url,
        headers: headersOf(apiKey),
        secret: apiKey,
        clock,
        connectTimeoutMs: patience.firstMs,
      },
      {
        onMessage: (message) => this.#onMessage(message),
        onMalformed: (why) => this.#fail(new ProviderError(DEEPGRAM, 'rejected', why)),
        onClose: (error) => this.#fail(error),
      },
    );
    this.#opening.then(
      (socket) => this.#opened(socket),
      (error: ProviderError) => this.#fail(error),
    );
  }

  push(samples: Float32Array): void {
    if (this.#isClosed || this.#failure) return;
    const bytes = new Uint8Array(toPcm(samples).buffer);
    if (this.#socket) this.#socket.sendBytes(bytes);
    else this.#waiting.push(bytes);
  }

  async complete(signal: AbortSignal): Promise<Transcription> {
    await unlessAborted(this.#opening, signal);
    if (!this.#failure) {
      try {
        await unlessAborted(this.#understood(), signal);
      } finally {
        this.#whenComplete?.();
      }
    }
    if (this.#failure) throw this.#failure;
    return this.#words;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting = [];
    const close = (socket: ProviderSocket) => {
      socket.send({ type: 'CloseStream' });
      void socket.close();
    };
    this.#opening.then(close, () => undefined);
  }

  #opened(socket: ProviderSocket): void {
    this.#socket = socket;
    for (const bytes of this.#waiting.splice(0)) socket.sendBytes(bytes);
  }

  /** Requests the words that are still being recognized, and waits for them. */
  #understood(): Promise<void> {
    return new Promise((resolve) => {
      const cancels = [
        this.#clock.after(this.#wordsMs, () => {
          if (!this.#hasAnswered) this.#fail(new ProviderError(DEEPGRAM, 'timeout', 'no words'));
          done();
        }),
        this.#clock.after(QUIET_MS, () => {
          if (this.#interim === '') done();
        }),
      ];
      const done = () => {
        for (const cancel of cancels) cancel();
        this.#whenComplete = undefined;
        resolve();
      };
      this.#whenComplete = done;
      this.#socket?.send({ type: 'Finalize' });
    });
  }

  #onMessage(message: Record<string, unknown>): void {
    if (message.type === 'Error' || message.type === 'error') {
      const why = textAt(message, 'description') ?? 'an error';
      this.#fail(new ProviderError(DEEPGRAM, 'rejected', why, this.#secret));
      return;
    }
    if (message.type !== 'Results') return;
    this.#hasAnswered = true;
    const alternative = objectOf(listAt(objectAt(message, 'channel'), 'alternatives')[0]);
    const left = Math.max(0, MAX_CHARACTERS - this.#final.join(' ').length);
    const text = (textAt(alternative, 'transcript') ?? '').slice(0, left);
    const language = /^[a-z]{2}(?=-|$)/.exec(String(listAt(alternative, 'languages')[0]))?.[0];
    if (language !== undefined) this.#language = language;
    if (flagAt(message, 'is_final')) {
      if (text !== '') this.#final.push(text);
      this.#interim = '';
    } else this.#interim = text;
    if (text !== '' && !this.#isClosed) this.#onWords(this.#words);
    if (flagAt(message, 'from_finalize')) this.#whenComplete?.();
  }

  get #words(): Transcription {
    const text = [...this.#final, this.#interim].filter(Boolean).join(' ');
    return { text, ...(this.#language !== undefined && { language: this.#language }) };
  }

  #fail(error: ProviderError): void {
    if (this.#isClosed) return;
    this.#failure ??= error;
    this.#whenComplete?.();
  }
}

/** Resolves like `promise`, or rejects with the signal's reason. */
function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
