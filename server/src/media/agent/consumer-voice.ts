import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { Engine } from '../../engines/engine.ts';
import { EchoGate } from '../hearing/echo-gate.ts';
import { Hearing } from '../hearing/hearing.ts';
import { logSpeechEnded, logSpeechStarted } from '../hearing/speech-verdict.ts';
import type { SessionParts } from '../session.ts';
import type { UserSpeech } from '../speaking/transcript.ts';
import type { StopCause, TurnInput } from '../turn/turn.ts';
import type { TurnMeasure } from '../turn/turn-clock.ts';
import { UserTranscript } from './user-transcript.ts';

/** How long after the avatar's audio was sent the microphone may still pick it up. */
const ECHO_TAIL_MS = 500;
/** A silence that ends a sentence for any detector, because it is longer than the pause that any of them waits for. */
const APPENDED_SILENCE_MS = 1000;
/** After this much silence the avatar shows that it is thinking, even if the words are not known yet. */
const THINKING_MS = 1500;

export interface ConsumerVoiceNeeds extends Pick<SessionParts, 'clock' | 'hearingDeps' | 'runner' | 'log'> {
  /** ISO 639-1, if the conversation has a fixed language. */
  language: string | undefined;
  engineHears: boolean;
  isStarting: () => boolean;
  takesInput: () => boolean;
  callEngine: (action: (engine: Engine) => void) => void;
  onActivity: () => void;
  onTurnInput: (input: TurnInput) => void;
}

/** Passes the consumer's microphone to our own hearing, and to an engine that listens by itself or takes the words. */
export class ConsumerVoice {
  readonly #needs: ConsumerVoiceNeeds;
  readonly #hearing: Hearing;
  readonly #gate = new EchoGate();
  /** The user's transcript. Undefined if the engine takes audio, or if there is no recognizer. */
  readonly #userTranscript: UserTranscript | undefined;
  readonly #reasons = { started: '', ended: '' };
  #latestSpeech: { startedAt: number; endedAt?: number } | undefined;
  #cancelThinking: () => void = () => undefined;

  constructor(needs: ConsumerVoiceNeeds) {
    const { clock, hearingDeps, runner, language, engineHears } = needs;
    this.#needs = needs;
    // An engine that takes only text gets the words of what is said.
    if (!engineHears && hearingDeps.recognizer) this.#userTranscript = new UserTranscript(needs);
    this.#hearing = new Hearing({
      clock,
      hearingDeps,
      takeSentAudio: () => runner.takeSent(),
      hold: (isHeld) => runner.hold(isHeld),
      onSpeechStarted: (verdict) => {
        this.#reasons.started = verdict.because;
        this.#latestSpeech = { startedAt: clock.wall() - this.#hearing.speechMs };
        logSpeechStarted(needs.log, verdict);
        this.#cancelThinking();
        this.#report({ type: 'speech_started', by: verdict.by });
      },
      onSpeechEnded: (trailingMs, verdict) => {
        this.#reasons.ended = verdict.because;
        if (this.#latestSpeech) this.#latestSpeech.endedAt = clock.wall() - trailingMs;
        logSpeechEnded(needs.log, verdict);
        this.#report({ type: 'speech_ended', trailingMs });
        if (this.#userTranscript) this.#showThinkingLater(trailingMs);
      },
      words: this.#userTranscript && {
        language,
        onWords: this.#userTranscript.onWords,
        onError: this.#userTranscript.onError,
        onExpected: this.#userTranscript.onExpected,
        onEnded: (text, failed) => {
          this.#cancelThinking();
          this.#userTranscript?.onEnded(text, failed);
        },
      },
    });
    runner.mayBeHeld = () => this.#hearing.mayBeSpeech;
  }

  /** Returns who understands the user, as a value of `AGENT_HEARD_BY_ATTRIBUTE`; undefined if nobody does. */
  understoodBy(engine: string): string | undefined {
    if (this.#needs.engineHears) return engine;
    const { recognizer } = this.#needs.hearingDeps;
    return this.#userTranscript && recognizer && (recognizer.isLocal ? 'machine' : recognizer.model);
  }

  /** Returns why the speech that stopped the avatar counted as begun. */
  startReason(by: StopCause): string | undefined {
    return by === 'voice' || by === 'engine' ? this.#reasons.started : undefined;
  }

  /** Returns why the speech that began a turn counted as over. */
  endReason(turn: TurnMeasure | undefined): string | undefined {
    return turn?.input === 'speech' ? this.#reasons.ended : undefined;
  }

  /** The user's newest speech. */
  get speech(): UserSpeech | undefined {
    const endedAt = this.#needs.clock.wall() - this.#hearing.silentMs;
    return this.#latestSpeech && { endedAt, ...this.#latestSpeech };
  }

  get speaking(): boolean {
    return this.#hearing.speaking;
  }

  get isUndecided(): boolean {
    return this.#hearing.isUndecided;
  }

  /** Takes a piece of the microphone's audio, mono at `MICROPHONE_RATE`. */
  push(pcm: Int16Array): void {
    this.#hearing.push(pcm);
    if (!this.#engineListens) return;
    const { speaking, speechMs, isUndecided } = this.#hearing;
    const playing = isUndecided || this.#needs.runner.ownLevel(ECHO_TAIL_MS) > 0;
    for (const piece of this.#gate.pass(pcm, playing, speaking, speechMs)) this.#pushToEngine(piece);
  }

  /** Takes a report of the provider's own speech detector. */
  onProviderSpeech(isSpeech: boolean, hasCut: boolean): void {
    this.#hearing.onProviderSpeech(isSpeech, hasCut);
  }

  microphoneEnded(): void {
    this.#hearing.microphoneEnded();
    // Otherwise a detector that counts samples would wait forever for the rest of the sentence.
    if (this.#engineListens && this.#needs.takesInput())
      this.#pushToEngine(new Int16Array((MICROPHONE_RATE / 1000) * APPENDED_SILENCE_MS));
  }

  lost(): void {
    this.#hearing.microphoneEnded();
  }

  engineStarted(): void {
    this.#userTranscript?.sendEarlyTexts();
  }

  close(): void {
    this.#cancelThinking();
    this.#hearing.close();
  }

  /** Shows the user that the avatar is thinking, if the words take long to arrive. */
  #showThinkingLater(trailingMs: number): void {
    this.#cancelThinking = this.#needs.clock.after(THINKING_MS - trailingMs, () => {
      if (this.#needs.takesInput() && !this.#needs.isStarting())
        this.#needs.onTurnInput({ type: 'engine_thinking' });
    });
  }

  get #engineListens(): boolean {
    return this.#needs.engineHears && !this.#needs.isStarting();
  }

  #pushToEngine(pcm: Int16Array): void {
    this.#needs.callEngine((engine) => engine.pushAudio(pcm));
  }

  #report(input: TurnInput): void {
    this.#needs.onActivity();
    this.#needs.onTurnInput(input);
  }
}
