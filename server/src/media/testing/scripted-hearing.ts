import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type {
  RecognitionOptions,
  SpeechDetector,
  SpeechRecognizer,
  Transcription,
} from '../../speech-recognition/recognizer.ts';
import type { HearingDeps } from '../hearing/hearing-deps.ts';
import { PAUSE_MS } from '../hearing/speech-evidence.ts';

export const FRAME_MS = 32;
/** The audio of one frame of the model; the test says what it contains. */
export const PIECE = new Int16Array((MICROPHONE_RATE * FRAME_MS) / 1000);

/** The microphone's audio as the detector and the model classify it. `late`: the model does not answer. */
export type Sound = 'speech' | 'silence' | 'music' | 'echo' | 'late speech';

const IS_SOUND: Record<Sound, boolean> = {
  speech: true,
  silence: false,
  music: true,
  echo: false,
  'late speech': true,
};
const PROBABILITY: Record<Sound, number | undefined> = {
  speech: 0.95,
  silence: 0.02,
  music: 0.1,
  echo: 0.95,
  'late speech': undefined,
};

/** Returns the words that the test gives, when the test says so. */
export class ScriptedRecognizer implements SpeechRecognizer {
  readonly model = 'scripted';
  readonly isLocal: boolean;
  readonly asked: {
    samples: number;
    signal: AbortSignal | undefined;
    language: string | undefined;
    answer: (heard: Transcription | Error) => void;
  }[] = [];
  /** The probability that a turn is over. */
  over = 0.9;

  constructor(isLocal = true) {
    this.isLocal = isLocal;
  }

  async warm(): Promise<void> {
    await Promise.resolve();
  }

  transcribe(samples: Float32Array, { language, signal }: RecognitionOptions = {}): Promise<Transcription> {
    return new Promise((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      const answer = (heard: Transcription | Error) =>
        heard instanceof Error ? reject(heard) : resolve(heard);
      this.asked.push({ samples: samples.length, signal, language, answer });
    });
  }

  turnIsOver(): Promise<number> {
    return Promise.resolve(this.over);
  }
}

export interface ScriptedHearingOptions {
  model?: boolean;
  recognizer?: ScriptedRecognizer | undefined;
  remarks?: boolean;
  /** By default, whether there is a recognizer. */
  judgesTurns?: boolean;
  turnTaking?: HearingDeps['turnTaking'];
}

/** `HearingDeps` for which a test says what each piece of the microphone's audio is. */
export class ScriptedHearing {
  readonly hearingDeps: HearingDeps;
  /** Requests for the words of speech that may be a short remark. */
  readonly remarks: { signal: AbortSignal; answer: (text: string) => void }[] = [];
  #loseModel: (reason: string) => void = () => undefined;
  #judge: (probability: number, endMs: number) => void = () => undefined;
  #soundMs = 0;
  #isSound = false;
  #quietMs = 0;
  #news: ReturnType<ReturnType<HearingDeps['openDetector']>['push']> = [];

  constructor({
    model = true,
    recognizer,
    remarks,
    judgesTurns = true,
    turnTaking,
  }: ScriptedHearingOptions = {}) {
    const detector: SpeechDetector = {
      open: (onFrame, onLost) => {
        this.#judge = onFrame;
        this.#loseModel = onLost;
        return { push: () => undefined, close: () => undefined };
      },
      close: async () => undefined,
    };
    this.hearingDeps = {
      openDetector: () => {
        this.#soundMs = 0;
        this.#isSound = false;
        return { pushPlayout: () => undefined, push: () => this.#news.splice(0) };
      },
      ...(model && { model: detector }),
      recognizer,
      turnTaking,
      ...(recognizer && judgesTurns && { judge: recognizer }),
      ...(remarks && {
        backchannels: {
          language: 'en',
          recognizer: {
            model: 'scripted',
            isLocal: true,
            warm: () => Promise.resolve(),
            transcribe: (_, { signal } = {}) =>
              new Promise((resolve) => {
                const answer = (text: string) => resolve({ text, language: 'en' });
                this.remarks.push({ signal: signal!, answer });
              }),
          },
        },
      }),
    };
  }

  /** Passes on a frame: first to the detector, which uses no model, then to the model. */
  feed(sound: Sound, push: (pcm: Int16Array) => void): void {
    this.#soundMs += FRAME_MS;
    this.#detect(IS_SOUND[sound]);
    push(PIECE);
    const probability = PROBABILITY[sound];
    if (probability !== undefined) this.#judge(probability, this.#soundMs);
  }

  loseModel(): void {
    this.#loseModel('the model was lost');
  }

  /** Reports what the detector without a model would: the start of sound at once, its end after `PAUSE_MS`. */
  #detect(isSound: boolean): void {
    this.#quietMs = isSound ? 0 : this.#quietMs + FRAME_MS;
    if (isSound && !this.#isSound) {
      this.#isSound = true;
      this.#news.push({ kind: 'speech_started', atMs: this.#soundMs - FRAME_MS });
    } else if (this.#isSound && this.#quietMs >= PAUSE_MS) {
      this.#isSound = false;
      this.#news.push({ kind: 'speech_ended', atMs: this.#soundMs - this.#quietMs });
    }
  }
}
