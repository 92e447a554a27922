import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { HearingDeps } from './hearing-deps.ts';
import { endsOpen, endsWhole } from './open-ending.ts';
import { MARGIN_MS, SpokenWords, type SpokenWordsNeeds } from './spoken-words.ts';
import type { TurnSilences } from './turn-silences.ts';

/** Minimum likelihood for a turn to count as over. */
const MIN_OVER_LIKELIHOOD = 0.5;

export interface UtteranceNeeds extends Omit<SpokenWordsNeeds, 'onChange'> {
  clock: Clock;
  silences: TurnSilences;
  judge: HearingDeps['judge'];
  /** Called with the text so far; a later call with the same `itemId` replaces it. */
  onWords: (words: { itemId: string; text: string; final: boolean; language?: string }) => void;
  /** Called when the user has probably finished with this text; with `undefined` if the user continues after all. */
  onExpected: (text: string | undefined) => void;
  /** The user has finished. `text` is empty if nothing was understood; `failed`: because recognition failed. */
  onEnded: (text: string, failed: boolean) => void;
}

/** One person's speech until it is over. At each pause it asks the judge whether it is over. */
export class Utterance {
  readonly #needs: UtteranceNeeds;
  readonly #itemId = `user_${randomUUID()}`;
  readonly #words: SpokenWords;
  /** Aborts the judgement of the current pause. */
  #stopJudging: AbortController | undefined;
  /** Whether `onExpected` was called with the words so far. */
  #isExpected = false;

  /** @param fromMs where the speech begins, on the microphone's clock */
  constructor(fromMs: number, needs: UtteranceNeeds) {
    this.#needs = needs;
    this.#words = new SpokenWords(fromMs, { ...needs, onChange: () => this.#show(false) });
  }

  /** Takes more of the audio, including silence. */
  push(sound: Float32Array): void {
    this.#words.push(sound);
  }

  /** A silence has begun: transcribes the words at once, so that they are ready if the utterance is over. */
  silentSince(atMs: number): void {
    this.#words.transcribeEarly(atMs);
  }

  /** Whether the words up to a silence at `atMs` may be requested before that silence counts as the end of speech. */
  mayTranscribe(atMs: number): boolean {
    return this.#words.mayTranscribe(atMs);
  }

  /** Speech continues at `nowMs`. */
  speaking(nowMs: number): void {
    if (this.#words.isTranscribing) this.resumedAt(nowMs);
    this.#words.transcribePartIfLong(nowMs);
  }

  /** The silence since `atMs`, `pauseMs` ago, is a pause: transcribes the words and judges if the turn is over. */
  async pausedSince(atMs: number, pauseMs: number): Promise<void> {
    const { judge, clock, sound, silences } = this.#needs;
    const stop = new AbortController();
    const { signal } = stop;
    this.#stopJudging = stop;
    const askedAt = clock.now();
    let isLate = false;
    let isHeard = false;
    const giveUpAfter = (maxMs: number) => {
      const cancel = clock.after(Math.max(0, maxMs - pauseMs - (clock.now() - askedAt)), () => {
        isLate = true;
        if (isHeard && !signal.aborted) this.#finish(false);
      });
      signal.addEventListener('abort', cancel);
    };
    const words = this.#words.transcribe(atMs);
    giveUpAfter(silences.maxMs);
    const samples = sound.slice(this.fromMs, atMs + MARGIN_MS);
    const ended = sleepUnlessAborted(clock, Math.max(0, silences.speechEndMs - pauseMs), signal).then(
      () => 1,
    );
    const over = judge?.turnIsOver(samples, { signal }).catch(() => ended) ?? ended;
    try {
      const { text, language = '' } = await words;
      if (signal.aborted) return;
      isHeard = true;
      // Without a judge, the turn is over shortly.
      if (!judge && !endsOpen(text, language)) this.#expect();
      const likelihood = await over;
      if (signal.aborted) return;
      if (isLate || (likelihood >= MIN_OVER_LIKELIHOOD && !endsOpen(text, language))) this.#finish(false);
      else if (endsWhole(text, language)) {
        this.#expect();
        giveUpAfter(silences.completeSentenceMs);
      }
    } catch (error) {
      await ended;
      if (signal.aborted) return;
      this.#needs.onError(error as Error);
      this.#finish(true);
    }
  }

  /** Speech continues at `atMs` after a silence. */
  resumedAt(atMs: number): void {
    this.#stopJudging?.abort();
    this.#words.resumedAt(atMs);
    if (this.#isExpected) this.#needs.onExpected(undefined);
    this.#isExpected = false;
  }

  end(): void {
    this.#stopJudging?.abort();
    this.#words.close();
  }

  /** Where the audio begins that is not transcribed yet, on the microphone's clock. */
  get fromMs(): number {
    return this.#words.fromMs;
  }

  #expect(): void {
    const { text } = this.#words;
    if (text === '') return;
    this.#isExpected = true;
    this.#needs.onExpected(text);
  }

  #finish(failed: boolean): void {
    this.end();
    this.#show(true);
    this.#needs.onEnded(this.#words.text, failed);
  }

  #show(final: boolean): void {
    const { text, language } = this.#words;
    if (text !== '')
      this.#needs.onWords({ itemId: this.#itemId, text, final, ...(language !== undefined && { language }) });
  }
}
