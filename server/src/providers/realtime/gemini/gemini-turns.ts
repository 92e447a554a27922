import type { EngineCore } from '../../../engines/engine-core.ts';
import { ReportedSpeech } from '../reported-speech.ts';
import { GeminiUserWords } from './gemini-user-words.ts';

const TRAILING_TEXT_MS = 300;
/** How long after the last unwanted audio a cut answer counts as ended, if the provider does not report its end. */
const CUT_OVER_MS = 2500;

/**
 * Tracks who is speaking in a stream without ids. An answer begins with its first audio and ends with `turnComplete`
 * (which may come as late as the audio would have played) or with `interrupted`.
 *
 * `idle` → `asked` → `speaking` → `idle`; from `speaking` also → `cut` (further audio must not be heard) → `idle`; if a
 * request is sent meanwhile, `cut` → `cut_and_asked` → `asked`.
 */
export class GeminiTurns {
  readonly #core: EngineCore;
  readonly #onIdle: () => void;
  readonly #awaitsTool: () => boolean;
  readonly #userSpeech: ReportedSpeech;
  readonly #userWords: GeminiUserWords;
  #state: 'idle' | 'asked' | 'speaking' | 'cut' | 'cut_and_asked' = 'idle';
  #utteranceId: string | undefined;
  /** Whether content has arrived, but not its `turnComplete`. */
  #turnOpen = false;
  #generationComplete = false;
  #spokeLast = false;
  /** Whether the next `interrupted` responds to a message of ours rather than to the user's speech. */
  #cutByUs = false;
  #count = 0;
  #cancelTimer: (() => void) | undefined;

  /** `onIdle`: the model has nothing more to say for now. `awaitsTool`: it will speak about a pending result. */
  constructor(core: EngineCore, { onIdle, awaitsTool }: { onIdle: () => void; awaitsTool: () => boolean }) {
    this.#core = core;
    this.#onIdle = onIdle;
    this.#awaitsTool = awaitsTool;
    this.#userSpeech = new ReportedSpeech(core);
    this.#userWords = new GeminiUserWords(
      core,
      () => `user_${++this.#count}`,
      () => this.#unanswered(),
    );
  }

  get inProgress(): boolean {
    return this.#state !== 'idle';
  }

  /** Whether an answer is in progress, and more audio or text will follow. */
  get unfinished(): boolean {
    return this.inProgress && !this.#generationComplete;
  }

  get hasSpoken(): boolean {
    return this.#state === 'idle' && this.#spokeLast;
  }

  /** Call this when a request was sent, or when the model has called a tool whose result it will answer from. */
  asked(): void {
    if (this.#state === 'cut') this.#state = 'cut_and_asked';
    else if (this.#state === 'idle') this.#state = 'asked';
  }

  userText(text: string): void {
    this.#userWords.add(text);
    this.#userSpeech.goOn();
  }

  audio(pcm: Int16Array, sampleRate: number): void {
    const id = this.#speak();
    if (id) this.#core.utterances.audio(id, pcm, sampleRate);
  }

  text(text: string): void {
    const id = this.#speak();
    if (id) this.#core.utterances.text(id, text);
  }

  /** The next message that we send stops the answer; the provider may confirm that as an interruption. */
  cutByUs(): void {
    if (this.#turnOpen || this.#state !== 'idle') this.#cutByUs = true;
  }

  /** The answer in progress must not be heard any more. */
  cut(): void {
    this.#core.utterances.finishAll();
    this.#utteranceId = undefined;
    // Once the whole answer has arrived, nothing unwanted can follow. Before its first audio, the next audio may
    // already belong to the next answer: playing an unwanted answer is better than losing that one.
    if (this.#state === 'speaking' && !this.#generationComplete) this.#waitForEndOfCut();
    else if (!this.#isCut) this.#become('idle');
  }

  interrupted(): void {
    const byUs = this.#cutByUs;
    this.#cutByUs = false;
    this.#userWords.close();
    this.#core.utterances.finishAll();
    this.#utteranceId = undefined;
    if (this.#state === 'speaking') this.#waitForEndOfCut();
    if (byUs) return;
    this.#userSpeech.begin();
  }

  generationComplete(): void {
    if (this.#state !== 'speaking') return;
    this.#generationComplete = true;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#core.clock.after(TRAILING_TEXT_MS, () => this.#core.utterances.finishAll());
  }

  turnComplete(): void {
    const stale = this.#turnOpen && this.#state === 'asked';
    const spoke = this.#state === 'speaking';
    this.#turnOpen = false;
    this.#cutByUs = false;
    this.#utteranceId = undefined;
    this.#core.utterances.finishAll();
    this.#userWords.close();
    this.#spokeLast = spoke;
    // The end of an answer that was cut does not end a request that was sent since.
    if (stale) return;
    this.#endTurn();
    if (spoke) this.#core.answerFinished();
    else if (!this.inProgress) this.#unanswered();
  }

  /** Whether a model that thinks at length may say more although its turn is complete. */
  interaction(inProgress: boolean): void {
    if (inProgress && this.#state === 'idle') {
      this.#state = 'asked';
      this.#core.emit({ type: 'thinking' });
    } else if (!inProgress && this.#state === 'asked') {
      this.#endTurn();
      this.#unanswered();
    }
  }

  end(): void {
    this.#cancelTimer?.();
    this.#userSpeech.end();
    this.#core.utterances.breakOff();
    this.#utteranceId = undefined;
    this.#turnOpen = false;
    this.#cutByUs = false;
    this.#generationComplete = false;
    this.#state = 'idle';
    this.#userWords.withdraw();
  }

  /** Returns the utterance that content belongs to; `undefined` while a cut answer is ending. */
  #speak(): string | undefined {
    this.#turnOpen = true;
    if (this.#isCut) {
      this.#waitForEndOfCut();
      return undefined;
    }
    if (this.#state !== 'speaking') {
      this.#userSpeech.end();
      this.#userWords.close();
      this.#cutByUs = false;
      this.#become('speaking');
    }
    this.#utteranceId ??= `gemini_${++this.#count}`;
    return this.#utteranceId;
  }

  #unanswered(): void {
    if (this.inProgress || this.#awaitsTool()) return;
    this.#userWords.close();
    this.#core.emit({ type: 'unanswered' });
  }

  #waitForEndOfCut(): void {
    if (!this.#isCut) this.#state = 'cut';
    this.#cancelTimer?.();
    this.#cancelTimer = this.#core.clock.after(CUT_OVER_MS, () => this.#endTurn());
  }

  #endTurn(): void {
    const asked = this.#state === 'cut_and_asked';
    this.#become(asked ? 'asked' : 'idle');
    if (!asked) this.#onIdle();
  }

  #become(state: 'idle' | 'asked' | 'speaking'): void {
    this.#cancelTimer?.();
    this.#generationComplete = false;
    this.#state = state;
  }

  get #isCut(): boolean {
    return this.#state === 'cut' || this.#state === 'cut_and_asked';
  }
}
