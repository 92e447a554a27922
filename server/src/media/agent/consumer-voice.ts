import { MICROPHONE_RATE } from '../../audio/sample-rates.ts';
import type { Engine } from '../../engines/engine.ts';
import { EchoGate } from '../hearing/echo-gate.ts';
import { Hearing } from '../hearing/hearing.ts';
import { logSpeechEnded, logSpeechStarted } from '../hearing/log-speech.ts';
import type { SessionParts } from '../session.ts';
import type { StopCause, TurnInput } from '../turn/turn.ts';
import type { TurnMeasure } from '../turn/turn-clock.ts';
import { RecognisedWords } from './recognised-words.ts';

/** How long after it was sent the avatar's audio may still come in through the microphone. */
const ECHO_TAIL_MS = 500;
/** Silence that ends a sentence for any detector: it is longer than the pause that any of them waits for. */
const CLOSING_SILENCE_MS = 1000;
/** After so much silence the avatar shows that it thinks, also while the words are not known. */
const THINKING_MS = 1500;

export interface ConsumerVoiceNeeds extends Pick<SessionParts, 'clock' | 'ears' | 'runner' | 'log'> {
  /** ISO 639-1, where the conversation has one. */
  language: string | undefined;
  engineHears: boolean;
  isStarting: () => boolean;
  takesInput: () => boolean;
  tell: (action: (engine: Engine) => void) => void;
  onActivity: () => void;
  happened: (happening: TurnInput) => void;
}

/** The consumer's microphone on its way: to our hearing, and to an engine that listens by itself or takes the words. */
export class ConsumerVoice {
  readonly #needs: ConsumerVoiceNeeds;
  readonly #hearing: Hearing;
  readonly #gate = new EchoGate();
  /** The transcript of the user. Undefined if the engine takes audio, or if there is no recognizer. */
  readonly #said: RecognisedWords | undefined;
  readonly #because = { begun: '', over: '' };
  #cancelThinking: () => void = () => undefined;

  constructor(needs: ConsumerVoiceNeeds) {
    const { clock, ears, runner, language, engineHears } = needs;
    this.#needs = needs;
    // An engine that takes text only gets the words of what is said.
    if (!engineHears && ears.recognizer) this.#said = new RecognisedWords(needs);
    this.#hearing = new Hearing({
      clock,
      ears,
      ownSound: () => runner.takeSent(),
      hold: (isHeld) => runner.hold(isHeld),
      onSpeechStarted: (verdict) => {
        this.#because.begun = verdict.because;
        logSpeechStarted(needs.log, verdict);
        this.#cancelThinking();
        this.#heard({ type: 'speech_started', by: verdict.by });
      },
      onSpeechEnded: (trailingMs, verdict) => {
        this.#because.over = verdict.because;
        logSpeechEnded(needs.log, verdict);
        this.#heard({ type: 'speech_ended', trailingMs });
        if (this.#said) this.#awaitWords(trailingMs);
      },
      words: this.#said && {
        language,
        onWords: this.#said.onWords,
        onTrouble: this.#said.onTrouble,
        onExpected: this.#said.onExpected,
        onOver: (text, failed) => {
          this.#cancelThinking();
          this.#said?.onOver(text, failed);
        },
      },
    });
  }

  /** Who understands the user, as a value of `AGENT_HEARD_BY_ATTRIBUTE`; undefined where nobody does. */
  heardBy(engine: string): string | undefined {
    if (this.#needs.engineHears) return engine;
    const { recognizer } = this.#needs.ears;
    return this.#said && recognizer && (recognizer.isLocal ? 'machine' : recognizer.model);
  }

  /** Why the speech that stopped the avatar counted as begun. */
  whyStopped(by: StopCause): string | undefined {
    return by === 'voice' || by === 'engine' ? this.#because.begun : undefined;
  }

  /** Why the speech that began a turn counted as over. */
  whyOver(turn: TurnMeasure | undefined): string | undefined {
    return turn?.input === 'speech' ? this.#because.over : undefined;
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

  /** The provider's own detector reports. */
  providerHears(isSpeech: boolean, hasCut: boolean): void {
    this.#hearing.providerHears(isSpeech, hasCut);
  }

  microphoneEnded(): void {
    this.#hearing.microphoneEnded();
    // A detector that counts samples would otherwise wait for the rest of the sentence for ever.
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

  /** Shows the user that the avatar thinks, where the words take long to come. */
  #awaitWords(trailingMs: number): void {
    this.#cancelThinking = this.#needs.clock.after(THINKING_MS - trailingMs, () => {
      if (this.#needs.takesInput() && !this.#needs.isStarting())
        this.#needs.happened({ type: 'engine_thinking' });
    });
  }

  get #engineListens(): boolean {
    return this.#needs.engineHears && !this.#needs.isStarting();
  }

  #pass(pcm: Int16Array): void {
    this.#needs.tell((engine) => engine.pushAudio(pcm));
  }

  #heard(happening: TurnInput): void {
    this.#needs.onActivity();
    this.#needs.happened(happening);
  }
}
