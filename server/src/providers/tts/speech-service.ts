import { durationMs } from '../../audio/pcm.ts';
import { Breaker } from '../../lib/breaker.ts';
import type { Clock } from '../../lib/clock.ts';
import { ProviderError } from '../provider-error.ts';
import type { SpeechStyle, SpeechSynthesizer, SpokenPiece } from './synthesizer.ts';
import { VoiceChoice } from './voice-choice.ts';

/** Maximum audio of a text, in milliseconds per character: people take about 65 ms. */
const MAX_MS_PER_CHARACTER = 1000;
const MAX_MS_BESIDES = 30_000;

export interface SpeechRequest extends Omit<SpeechStyle, 'voice' | 'waitedMs'> {
  text: string;
  /** A voice's name in our API (`Puck`, `Kore`, …). */
  voice: string;
  /** Called with facts that the operator should know about the voice that speaks. */
  onNotice: (notice: string) => void;
}

/** Speech by a synthesizer, in the voice that is most similar to an agent's, within limits. */
export class SpeechService {
  readonly #synthesizer: SpeechSynthesizer;
  readonly #voices: VoiceChoice;
  readonly #breaker: Breaker;
  readonly #clock: Clock;

  /** @param breaker what is remembered of the synthesizer, if other services have used it */
  constructor(synthesizer: SpeechSynthesizer, clock: Clock, breaker = new Breaker(clock)) {
    this.#synthesizer = synthesizer;
    this.#clock = clock;
    this.#breaker = breaker;
    this.#voices = new VoiceChoice(synthesizer.provider, synthesizer.voices, clock);
  }

  get oneAtATime(): boolean {
    return this.#synthesizer.oneAtATime;
  }

  /** Whether it has just failed, so that waiting for it is not worthwhile. */
  get isResting(): boolean {
    return this.#breaker.isOpen;
  }

  /** Prepares it because something will be said soon. */
  prepare(): void {
    this.#voices.refresh();
    this.#synthesizer.prepare?.();
  }

  /** Yields audio while it is synthesized. Rejects with a `ProviderError`, or with the signal's reason. */
  async *speak(request: SpeechRequest, signal: AbortSignal): AsyncGenerator<SpokenPiece> {
    const { text, voice, instructions, language, onNotice } = request;
    const mostMs = MAX_MS_BESIDES + MAX_MS_PER_CHARACTER * text.length;
    for (let isRetry = false; ; isRetry = true) {
      const beganMs = this.#clock.now();
      const { id, warning } = await this.#voices.choose(voice, language);
      const waitedMs = this.#clock.now() - beganMs;
      signal.throwIfAborted();
      if (warning) onNotice(warning);
      let soundMs = 0;
      try {
        for await (const piece of this.#synthesizer.speak(
          text,
          { voice: id, instructions, language, waitedMs },
          signal,
        )) {
          soundMs += durationMs(piece.pcm.length, piece.sampleRate);
          if (soundMs > mostMs)
            throw new ProviderError(
              this.#synthesizer.provider,
              'rejected',
              'it sent more audio than the text can need',
            );
          yield piece;
        }
        // Text with words has no audio: another voice has to say it.
        if (soundMs === 0 && /[\p{L}\p{N}]/u.test(text))
          throw new ProviderError(this.#synthesizer.provider, 'rejected', 'its answer contains no audio');
        this.#breaker.close();
        return;
      } catch (error) {
        if (signal.aborted || !(error instanceof ProviderError)) throw error;
        const { kind, detail } = error;
        // A server that timed out is not waited for again, not for other texts either.
        if (kind === 'timeout') this.#breaker.open(error);
        if (soundMs > 0) throw error;
        const hasOtherVoice = kind === 'rejected' && /voice/i.test(detail) && this.#voices.refused(voice);
        if (hasOtherVoice || (error.isWorthAnotherTry && !isRetry)) continue;
        if (kind !== 'rejected') this.#breaker.open(error);
        throw error;
      }
    }
  }

  close(): Promise<void> {
    return this.#synthesizer.close();
  }
}
