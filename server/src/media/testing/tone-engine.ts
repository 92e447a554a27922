import type { EnginePlan } from '@visavis/contracts';
import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { Engine, EngineEvent, EngineHost } from '../../engines/engine.ts';
import { type Clock, sleep, systemClock } from '../../lib/clock.ts';

const SAMPLE_RATE = MICROPHONE_RATE;
const MS_PER_CHARACTER = 55;

/** A tone as long as the text takes to say, in a pitch of its own. */
export function speakTone(text: string, frequency = 440): { pcm: Int16Array; sampleRate: number } {
  const count = Math.round((text.length * MS_PER_CHARACTER * SAMPLE_RATE) / 1000);
  const pcm = Int16Array.from({ length: count }, (_, n) =>
    Math.round(9000 * Math.sin((2 * Math.PI * frequency * n) / SAMPLE_RATE)),
  );
  return { pcm, sampleRate: SAMPLE_RATE };
}

export interface ToneEngineOptions {
  /** Returns its answer, sentence by sentence. */
  answer?: (question: string) => string[];
  thinkMs?: number;
  /** Whether it takes the microphone; `ToneEngine.answer` says what it heard. */
  hears?: boolean;
  /** Whether it gives the words after their audio, with times: the first takes half of it. */
  timesWords?: boolean;
  clock?: Clock;
  startFailure?: Error;
  startMs?: number;
}

/**
 * An engine that answers every text with tones, as soon as it is asked: it stands in for a provider where a test is
 * about the conversation and not about what is said. Some questions have a meaning:
 * `fail` fails, `goodbye` hangs up after its answer, `crash` throws, `hush` is answered by nothing, and what begins
 * with `long` at length.
 */
export class ToneEngine implements Engine {
  readonly hears: boolean;
  /** The microphone, where it hears; the last two hundred pieces. */
  readonly heard: Int16Array[] = [];
  /** Calls in the order they came, for tests. */
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

  /** Answers as if the microphone had received this. */
  answer(heard: string): void {
    this.#host.emit({ type: 'user_transcript', itemId: `item-${++this.#items}`, text: heard, final: true });
    this.#answer(heard);
  }

  /** Reports what a provider's own voice activity detection would; `cut`: and that it has dropped the rest of its answer. */
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
      if (timesWords) this.#tellWords(utteranceId, text, (tone.pcm.length * 1000) / tone.sampleRate);
    });
    emit({ type: 'utterance_finished', utteranceId });
  }

  #tellWords(utteranceId: string, text: string, soundMs: number): void {
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
