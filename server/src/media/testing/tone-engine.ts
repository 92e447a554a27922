import type { EnginePlan } from '@visavis/contracts';
import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { Engine, EngineEvent, EngineHost } from '../../engines/engine.ts';
import { type Clock, sleep, systemClock } from '../../lib/clock.ts';

const SAMPLE_RATE = MICROPHONE_RATE;
const MS_PER_CHARACTER = 55;

/** Returns a tone of the given frequency that lasts as long as the text takes to say. */
export function speakTone(text: string, frequency = 440): { pcm: Int16Array; sampleRate: number } {
  const count = Math.round((text.length * MS_PER_CHARACTER * SAMPLE_RATE) / 1000);
  const pcm = Int16Array.from({ length: count }, (_, n) =>
    Math.round(9000 * Math.sin((2 * Math.PI * frequency * n) / SAMPLE_RATE)),
  );
  return { pcm, sampleRate: SAMPLE_RATE };
}

export interface ToneEngineOptions {
  /** Returns the answer, sentence by sentence. */
  answer?: (question: string) => string[];
  thinkMs?: number;
  /** Whether it takes audio from the microphone; `ToneEngine.answer` provides what it recognised. */
  hears?: boolean;
  /** Whether it gives the words after their audio, with timestamps; the first word takes half of the time. */
  timesWords?: boolean;
  clock?: Clock;
  startFailure?: Error;
  startMs?: number;
}

/**
 * An engine that immediately answers every text with tones. It replaces a provider in tests that are not about
 * the content of answers. Some questions have a special meaning: `fail` fails, `goodbye` hangs up after its
 * answer, `crash` throws, `hush` gets no answer, and a text that begins with `long` gets a long one.
 */
export class ToneEngine implements Engine {
  readonly hears: boolean;
  /** The last two hundred pieces of microphone audio, if it takes any. */
  readonly heard: Int16Array[] = [];
  /** Calls in order, for tests. */
  readonly calls: string[] = [];
  readonly #host: EngineHost;
  readonly #options: ToneEngineOptions;
  #utterances = 0;
  #items = 0;
  #cancel: () => void = () => undefined;

  constructor(host: EngineHost, options: ToneEngineOptions = {}) {
    this.#host = host;
    this.#options = options;
    this.hears = options.hears ?? false;
  }

  get plan(): EnginePlan {
    return this.#host.plan;
  }

  async start(): Promise<void> {
    this.calls.push('start');
    const { startFailure, startMs, clock = systemClock } = this.#options;
    if (startMs !== undefined) await sleep(clock, startMs);
    if (startFailure) throw startFailure;
  }

  greet(): void {
    this.calls.push('greet');
    this.#say([this.#host.plan.greeting ?? 'Hello, good to see you.']);
  }

  pushAudio(pcm: Int16Array): void {
    this.heard.push(pcm);
    if (this.heard.length > 200) this.heard.shift();
  }

  /** Answers as if the microphone had received this text. */
  answer(heard: string): void {
    this.#host.emit({ type: 'user_transcript', itemId: `item-${++this.#items}`, text: heard, final: true });
    this.#answer(heard);
  }

  /** Reports voice activity as a provider would; `cut`: it has also dropped the rest of its answer. */
  userSpeech(speaking: boolean, cut = false): void {
    this.#host.emit({ type: 'user_speech', speaking, cut });
  }

  requestEnd(): void {
    this.#host.emit({ type: 'end_requested' });
  }

  say(text: string): void {
    this.#say([text]);
  }

  sendText(text: string): void {
    this.calls.push(`text ${text}`);
    if (text === 'crash') throw new Error('the engine was told to crash');
    if (text === 'fail') {
      this.#host.emit({ type: 'failed', message: 'the engine was told to fail' });
      return;
    }
    if (text !== 'hush') this.#answer(text);
  }

  #answer(text: string): void {
    const answer = `You said: ${text}.`;
    const sentences =
      this.#options.answer?.(text) ?? (text.startsWith('long') ? Array(20).fill(answer) : [answer]);
    this.#host.emit({ type: 'thinking' });
    this.#cancel = (this.#options.clock ?? systemClock).after(this.#options.thinkMs ?? 0, () => {
      this.#say(sentences);
      if (text === 'goodbye') this.#host.emit({ type: 'end_requested' });
    });
  }

  interrupt(heard?: { utteranceId: string; heardMs: number; heardText: string }): void {
    this.calls.push(`interrupt ${heard ? `${heard.utteranceId} ${Math.round(heard.heardMs)}` : ''}`.trim());
    this.#cancel();
  }

  updateContext(text: string): void {
    this.calls.push(`context ${text}`);
  }

  forget(): void {
    this.calls.push('forget');
  }

  wrapUp(secondsLeft: number): void {
    this.calls.push(`wrap up ${Math.round(secondsLeft)}`);
  }

  async close(): Promise<void> {
    this.#cancel();
    this.calls.push('close');
  }

  #say(sentences: string[]): void {
    const utteranceId = `tone-${++this.#utterances}`;
    const emit = (event: EngineEvent) => this.#host.emit(event);
    emit({ type: 'utterance_started', utteranceId });
    sentences.forEach((text, n) => {
      const tone = speakTone(text, 330 + 110 * (n % 3));
      const { timesWords } = this.#options;
      emit({ type: 'audio', utteranceId, ...tone, ...(!timesWords && { text }) });
      if (timesWords) this.#emitWords(utteranceId, text, (tone.pcm.length * 1000) / tone.sampleRate);
    });
    emit({ type: 'utterance_finished', utteranceId });
  }

  #emitWords(utteranceId: string, text: string, soundMs: number): void {
    const [first, ...words] = text.split(/(?= )/);
    const halfMs = soundMs / 2;
    this.#host.emit({ type: 'text', utteranceId, text: first!, time: { startMs: 0, endMs: halfMs } });
    for (const [n, word] of words.entries()) {
      const startMs = halfMs * (1 + n / words.length);
      const time = { startMs, endMs: startMs + halfMs / words.length };
      this.#host.emit({ type: 'text', utteranceId, text: word, time });
    }
  }
}
