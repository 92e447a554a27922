import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { Engine } from '../../engines/engine.ts';
import { EchoGate } from '../hearing/echo-gate.ts';
import { Hearing } from '../hearing/hearing.ts';
import { logSpeechEnded, logSpeechStarted } from '../hearing/speech-verdict.ts';
import type { SessionParts } from '../session.ts';
import type { UserSpeech } from '../speaking/transcript.ts';
import type { StopCause, TurnInput } from '../turn/turn.ts';
import type { TurnMeasure } from '../turn/turn-clock.ts';
import { RecognisedWords } from './recognised-words.ts';

/** How long after the avatar's audio was sent the microphone may still pick it up. */
const ECHO_TAIL_MS = 500;
/** A silence that ends a sentence for any detector, because it is longer than the pause that any of them waits for. */
const CLOSING_SILENCE_MS = 1000;
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
  readonly #said: RecognisedWords | undefined;
  readonly #reasons = { begun: '', over: '' };
  #newest: { startedAt: number; endedAt?: number } | undefined;
  #cancelThinking: () => void = () => undefined;

  constructor(needs: ConsumerVoiceNeeds) {
    const { clock, hearingDeps, runner, language, engineHears } = needs;
    this.#needs = needs;
    // An engine that takes only text gets the words of what is said.
    if (!engineHears && hearingDeps.recognizer) this.#said = new RecognisedWords(needs);
    this.#hearing = new Hearing({
      clock,
      hearingDeps,
      ownSound: () => runner.takeSent(),
      hold: (isHeld) => runner.hold(isHeld),
      onSpeechStarted: (verdict) => {
        this.#reasons.begun = verdict.because;
        this.#newest = { startedAt: clock.wall() - this.#hearing.speechMs };
        logSpeechStarted(needs.log, verdict);
        this.#cancelThinking();
        this.#heard({ type: 'speech_started', by: verdict.by });
      },
      onSpeechEnded: (trailingMs, verdict) => {
        this.#reasons.over = verdict.because;
        if (this.#newest) this.#newest.endedAt = clock.wall() - trailingMs;
        logSpeechEnded(needs.log, verdict);
        this.#heard({ type: 'speech_ended', trailingMs });
        if (this.#said) this.#awaitWords(trailingMs);
      },
      words: this.#said && {
        language,
        onWords: this.#said.onWords,
        onError: this.#said.onError,
        onExpected: this.#said.onExpected,
        onEnded: (text, failed) => {
          this.#cancelThinking();
          this.#said?.onEnded(text, failed);
        },
      },
    });
    runner.mayBeHeld = () => this.#hearing.mayBeSpeech;
  }

  /** Returns who understands the user, as a value of `AGENT_HEARD_BY_ATTRIBUTE`; undefined if nobody does. */
  heardBy(engine: string): string | undefined {
    if (this.#needs.engineHears) return engine;
    const { recognizer } = this.#needs.hearingDeps;
    return this.#said && recognizer && (recognizer.isLocal ? 'machine' : recognizer.model);
  }

  /** Returns why the speech that stopped the avatar counted as begun. */
  startReason(by: StopCause): string | undefined {
    return by === 'voice' || by === 'engine' ? this.#reasons.begun : undefined;
  }

  /** Returns why the speech that began a turn counted as over. */
  endReason(turn: TurnMeasure | undefined): string | undefined {
    return turn?.input === 'speech' ? this.#reasons.over : undefined;
  }

  /** The user's newest speech. */
  get speech(): UserSpeech | undefined {
    const endedAt = this.#needs.clock.wall() - this.#hearing.silentMs;
    return this.#newest && { endedAt, ...this.#newest };
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
    for (const piece of this.#gate.pass(pcm, playing, speaking, speechMs)) this.#pass(piece);
  }

  /** Takes a report of the provider's own speech detector. */
  providerHears(isSpeech: boolean, hasCut: boolean): void {
    this.#hearing.providerHears(isSpeech, hasCut);
  }

  microphoneEnded(): void {
    this.#hearing.microphoneEnded();
    // Otherwise a detector that counts samples would wait forever for the rest of the sentence.
    if (this.#engineListens && this.#needs.takesInput())
      this.#pass(new Int16Array((MICROPHONE_RATE / 1000) * CLOSING_SILENCE_MS));
  }

  lost(): void {
    this.#hearing.microphoneEnded();
  }

  engineStarted(): void {
    this.#said?.release();
  }

  close(): void {
    this.#cancelThinking();
    this.#hearing.close();
  }

  /** Shows the user that the avatar is thinking, if the words take long to arrive. */
  #awaitWords(trailingMs: number): void {
    this.#cancelThinking = this.#needs.clock.after(THINKING_MS - trailingMs, () => {
      if (this.#needs.takesInput() && !this.#needs.isStarting())
        this.#needs.onTurnInput({ type: 'engine_thinking' });
    });
  }

  get #engineListens(): boolean {
    return this.#needs.engineHears && !this.#needs.isStarting();
  }

  #pass(pcm: Int16Array): void {
    this.#needs.callEngine((engine) => engine.pushAudio(pcm));
  }

  #heard(input: TurnInput): void {
    this.#needs.onActivity();
    this.#needs.onTurnInput(input);
  }
}
