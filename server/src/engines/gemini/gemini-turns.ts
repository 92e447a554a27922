import type { EngineCore } from '../engine-core.ts';

/** The text of an answer may trail its sound by this much. */
const TRAILING_TEXT_MS = 300;
/**
 * How long after the last unwanted sound an answer that was cut counts as ended, if the provider does not report its
 * end.
 */
const CUT_OVER_MS = 2500;
/** Gemini reports when the user begins to speak over an answer, never when they stop. */
const USER_QUIET_MS = 1500;
/** The model may transcribe a noise, or words that were not meant for it, and not answer them. */
const UNANSWERED_MS = 8000;

/**
 * Who is speaking, derived from a stream without ids: an answer begins with its first sound and ends with
 * `turnComplete` (which may come as late as the sound would have played) or with `interrupted`.
 *
 * `idle` → `asked` → `speaking` → `idle`; from `speaking` also → `cut` (what comes is not to be heard) → `idle`
 * or, where something was asked meanwhile, `asked`.
 */
export class GeminiTurns {
  readonly #core: EngineCore;
  readonly #onIdle: () => void;
  readonly #awaitsTool: () => boolean;
  #state: 'idle' | 'asked' | 'speaking' | 'cut' = 'idle';
  /** A request was sent while an answer that was cut had not ended yet. */
  #askedMeanwhile = false;
  #utteranceId: string | undefined;
  /** Content has arrived, and its `turnComplete` has not. */
  #turnOpen = false;
  #generationComplete = false;
  #spokeLast = false;
  /** The next `interrupted` answers something that we sent; the user did not speak. */
  #cutByUs = false;
  #userItemId: string | undefined;
  #userSpeaking = false;
  #count = 0;
  #cancelTimer: (() => void) | undefined;
  #cancelQuiet: (() => void) | undefined;
  #cancelUnanswered: (() => void) | undefined;

  /** `onIdle`: the model has nothing more to say for now. `awaitsTool`: it will speak of a result that is still to come. */
  constructor(core: EngineCore, { onIdle, awaitsTool }: { onIdle: () => void; awaitsTool: () => boolean }) {
    this.#core = core;
    this.#onIdle = onIdle;
    this.#awaitsTool = awaitsTool;
  }

  get inProgress(): boolean {
    return this.#state !== 'idle';
  }

  /** In progress, and more sound or text is still to come. */
  get unfinished(): boolean {
    return this.inProgress && !this.#generationComplete;
  }

  /** The last answer was spoken to its end. */
  get hasSpoken(): boolean {
    return this.#state === 'idle' && this.#spokeLast;
  }

  /** A request was sent, or the model has called a tool whose result it will answer from. */
  asked(): void {
    if (this.#state === 'cut') this.#askedMeanwhile = true;
    else if (this.#state === 'idle') this.#state = 'asked';
  }

  userText(text: string): void {
    // The model gives no other sign of an answer before its first sound.
    if (!this.#userItemId) this.#core.emit({ type: 'thinking' });
    this.#userItemId ??= `user_${++this.#count}`;
    this.#core.history.append(this.#userItemId, 'user', text);
    this.#tellUserText(false);
    if (this.#userSpeaking) this.#waitForQuiet();
    this.#cancelUnanswered?.();
    this.#cancelUnanswered = this.#core.clock.after(UNANSWERED_MS, () => this.#unanswered());
  }

  audio(pcm: Int16Array, sampleRate: number): void {
    const id = this.#speak();
    if (id) this.#core.utterances.audio(id, pcm, sampleRate);
  }

  text(text: string): void {
    const id = this.#speak();
    if (id) this.#core.utterances.text(id, text);
  }

  /** The message that is sent next stops the answer; the provider may confirm that as an interruption. */
  cutByUs(): void {
    if (this.#turnOpen || this.#state !== 'idle') this.#cutByUs = true;
  }

  /** The answer in progress must not be heard any more. */
  cut(): void {
    this.#core.utterances.finishAll();
    this.#utteranceId = undefined;
    // Once the whole answer has come, nothing unwanted can follow. Before its first sound, the next sound may already
    // be the answer to the next request: better play an unwanted answer than lose that one.
    if (this.#state === 'speaking' && !this.#generationComplete) this.#waitForEndOfCut();
    else if (this.#state !== 'cut') this.#become('idle');
  }

  interrupted(): void {
    const byUs = this.#cutByUs;
    this.#cutByUs = false;
    this.#closeUserItem();
    this.#core.utterances.finishAll();
    this.#utteranceId = undefined;
    if (this.#state === 'speaking') this.#waitForEndOfCut();
    if (byUs) return;
    this.#userSpeaking = true;
    this.#core.emit({ type: 'user_speech', speaking: true });
    this.#waitForQuiet();
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
    this.#closeUserItem();
    this.#spokeLast = spoke;
    // The end of an answer that was cut does not end a request that was sent since.
    if (stale) return;
    this.#endTurn();
    if (spoke) this.#core.answerFinished();
    else if (!this.inProgress) this.#unanswered();
  }

  /** Whether the model, which thinks at length, may say more although its turn is complete. */
  interaction(inProgress: boolean): void {
    if (inProgress && this.#state === 'idle') {
      this.#state = 'asked';
      this.#core.emit({ type: 'thinking' });
    } else if (!inProgress && this.#state === 'asked') {
      this.#endTurn();
      this.#unanswered();
    }
  }

  /** The connection is gone. */
  end(): void {
    this.#cancelTimer?.();
    this.#cancelUnanswered?.();
    this.#userQuiet();
    this.#core.utterances.finishAll();
    this.#utteranceId = undefined;
    this.#turnOpen = false;
    this.#cutByUs = false;
    this.#askedMeanwhile = false;
    this.#generationComplete = false;
    this.#state = 'idle';
    // The user's unfinished words are transcribed anew on the next connection, which gets their sound again.
    if (this.#userItemId) this.#core.history.set(this.#userItemId, 'user', '');
  }

  /** The utterance that content belongs to; `undefined` while an answer that was cut is ending. */
  #speak(): string | undefined {
    this.#turnOpen = true;
    if (this.#state === 'cut') {
      this.#waitForEndOfCut();
      return undefined;
    }
    if (this.#state !== 'speaking') {
      this.#userQuiet();
      this.#closeUserItem();
      this.#cutByUs = false;
      this.#become('speaking');
    }
    this.#utteranceId ??= `gemini_${++this.#count}`;
    return this.#utteranceId;
  }

  #unanswered(): void {
    if (this.inProgress || this.#awaitsTool()) return;
    this.#closeUserItem();
    this.#core.emit({ type: 'unanswered' });
  }

  #waitForEndOfCut(): void {
    this.#state = 'cut';
    this.#cancelTimer?.();
    this.#cancelTimer = this.#core.clock.after(CUT_OVER_MS, () => this.#endTurn());
  }

  #endTurn(): void {
    const asked = this.#state === 'cut' && this.#askedMeanwhile;
    this.#askedMeanwhile = false;
    this.#become(asked ? 'asked' : 'idle');
    if (!asked) this.#onIdle();
  }

  #become(state: 'idle' | 'asked' | 'speaking'): void {
    this.#cancelTimer?.();
    this.#generationComplete = false;
    this.#state = state;
  }

  #closeUserItem(): void {
    this.#cancelUnanswered?.();
    this.#tellUserText(true);
    this.#userItemId = undefined;
  }

  #waitForQuiet(): void {
    this.#cancelQuiet?.();
    this.#cancelQuiet = this.#core.clock.after(USER_QUIET_MS, () => this.#userQuiet());
  }

  #userQuiet(): void {
    this.#cancelQuiet?.();
    if (!this.#userSpeaking) return;
    this.#userSpeaking = false;
    this.#core.emit({ type: 'user_speech', speaking: false });
  }

  #tellUserText(final: boolean): void {
    const itemId = this.#userItemId;
    const text = itemId ? this.#core.history.textOf(itemId)?.trim() : undefined;
    if (itemId && text) this.#core.emit({ type: 'user_transcript', itemId, text, final });
  }
}
