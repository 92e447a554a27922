import { randomUUID } from 'node:crypto';
import type { Clock } from '../../lib/clock.ts';
import { sleepUnlessAborted } from '../../lib/sleep-unless-aborted.ts';
import type { HearingDeps } from './hearing-deps.ts';
import { endsSentence, endsUnfinished } from './sentence-end.ts';
import type { TurnSilences } from './turn-silences.ts';
import { MARGIN_MS, UtteranceTranscriber, type UtteranceTranscriberNeeds } from './utterance-transcriber.ts';

/** Minimum likelihood for a turn to count as over. */
const MIN_OVER_LIKELIHOOD = 0.5;

export interface UtteranceNeeds extends Omit<UtteranceTranscriberNeeds, 'onChange'> {
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
  readonly #transcriber: UtteranceTranscriber;
  /** Aborts the judgement of the current pause. */
  #stopJudging: AbortController | undefined;
  /** Whether `onExpected` was called with the words so far. */
  #isExpected = false;

  /** @param fromMs where the speech begins, on the microphone's clock */
  constructor(fromMs: number, needs: UtteranceNeeds) {
    this.#needs = needs;
    this.#transcriber = new UtteranceTranscriber(fromMs, { ...needs, onChange: () => this.#report(false) });
  }

  /** Takes more of the audio, including silence. */
  push(samples: Float32Array): void {
    this.#transcriber.push(samples);
  }

  /** A silence has begun: transcribes the words at once, so that they are ready if the utterance is over. */
  silentSince(atMs: number): void {
    this.#transcriber.transcribeEarly(atMs);
  }

  /** Whether the words up to a silence at `atMs` may be requested before that silence counts as the end of speech. */
  mayTranscribe(atMs: number): boolean {
    return this.#transcriber.mayTranscribe(atMs);
  }

  /** Speech continues at `nowMs`. */
  speaking(nowMs: number): void {
    if (this.#transcriber.isTranscribing) this.resumedAt(nowMs);
    this.#transcriber.transcribePartIfLong(nowMs);
  }

  /** The silence since `atMs`, `pauseMs` ago, is a pause: transcribes the words and judges if the turn is over. */
  async pausedSince(atMs: number, pauseMs: number): Promise<void> {
    const { judge, clock, audio, silences } = this.#needs;
    const stop = new AbortController();
    const { signal } = stop;
    this.#stopJudging = stop;
    const pausedAt = clock.now();
    let hasTimedOut = false;
    let isTranscribed = false;
    const giveUpAfter = (maxMs: number) => {
      const cancel = clock.after(Math.max(0, maxMs - pauseMs - (clock.now() - pausedAt)), () => {
        hasTimedOut = true;
        if (isTranscribed && !signal.aborted) this.#finish(false);
      });
      signal.addEventListener('abort', cancel);
    };
    const words = this.#transcriber.transcribe(atMs);
    giveUpAfter(silences.maxMs);
    const samples = audio.slice(this.fromMs, atMs + MARGIN_MS);
    const silent = sleepUnlessAborted(clock, Math.max(0, silences.speechEndMs - pauseMs), signal).then(
      () => 1,
    );
    const likelihoodOfEnd = judge?.turnIsOver(samples, { signal }).catch(() => silent) ?? silent;
    try {
      const { text, language = '' } = await words;
      if (signal.aborted) return;
      isTranscribed = true;
      // Without a judge, the turn is over shortly.
      if (!judge && !endsUnfinished(text, language)) this.#expect();
      const likelihood = await likelihoodOfEnd;
      if (signal.aborted) return;
      if (hasTimedOut || (likelihood >= MIN_OVER_LIKELIHOOD && !endsUnfinished(text, language)))
        this.#finish(false);
      else if (endsSentence(text, language)) {
        this.#expect();
        giveUpAfter(silences.completeSentenceMs);
      }
    } catch (error) {
      await silent;
      if (signal.aborted) return;
      this.#needs.onError(error as Error);
      this.#finish(true);
    }
  }

  /** Speech continues at `atMs` after a silence. */
  resumedAt(atMs: number): void {
    this.#stopJudging?.abort();
    this.#transcriber.resumedAt(atMs);
    if (this.#isExpected) this.#needs.onExpected(undefined);
    this.#isExpected = false;
  }

  end(): void {
    this.#stopJudging?.abort();
    this.#transcriber.close();
  }

  /** Where the audio begins that is not transcribed yet, on the microphone's clock. */
  get fromMs(): number {
    return this.#transcriber.fromMs;
  }

  #expect(): void {
    const { text } = this.#transcriber;
    if (text === '') return;
    this.#isExpected = true;
    this.#needs.onExpected(text);
  }

  #finish(failed: boolean): void {
    this.end();
    this.#report(true);
    this.#needs.onEnded(this.#transcriber.text, failed);
  }

  #report(final: boolean): void {
    const { text, language } = this.#transcriber;
    if (text !== '')
      this.#needs.onWords({ itemId: this.#itemId, text, final, ...(language !== undefined && { language }) });
  }
}
