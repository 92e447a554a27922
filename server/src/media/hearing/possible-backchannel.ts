import type { RecognitionStream, Transcription } from '../../speech-recognition/recognizer.ts';
import { isBackchannelText } from './backchannel.ts';
import { HESITATION_MS, type SpeechEvidence } from './speech-evidence.ts';
import { SPEECH_STARTED, type SpeechVerdict } from './speech-verdict.ts';
import type { UtteranceNeeds } from './utterance.ts';

/**
 * The avatar falls silent this long after speech has begun, whatever is known about that speech. Its own audio takes up
 * to 80 ms more to end (a piece of the microphone, the queue of 40 ms, a fade): 400 ms in all.
 */
const HOLD_AFTER_MS = 320;
/** A silence after which a backchannel is complete. */
const END_SILENCE_MS = 200;
/** Longer speech is not a backchannel. */
const MAX_BACKCHANNEL_MS = 800;
/** Maximum time to hold the avatar. With the speech before it, less than the echo gate keeps. */
const MAX_HOLD_MS = 1000;
/** How long recognition of the words may take: if it takes longer, the speech interrupts. */
const RECOGNITION_TIMEOUT_MS = 400;
/** One interim word may be the beginning of a backchannel ("I", "got"); this many words are not. */
const MIN_WORDS_TO_INTERRUPT = 2;
const PRIORITY = 3;

export interface PossibleBackchannelNeeds
  extends Pick<UtteranceNeeds, 'clock' | 'audio' | 'recognizer' | 'language'> {
  evidence: SpeechEvidence;
  /** Silences the avatar, or lets it continue where it stopped. */
  hold: (isHeld: boolean) => void;
  /** Decides whether it is speech or only a backchannel. Called once. */
  decide: (verdict: SpeechVerdict | 'backchannel') => void;
}

/** Recognition of the words up to `speechEndMs`, in progress or done. */
interface WordRecognition {
  speechEndMs: number;
  stop: AbortController;
  isBackchannel?: boolean;
}

/**
 * Speech during an answer that may be a backchannel. No recognizer on a CPU has the words of the first 300 ms in the
 * remaining 100 ms (Whisper tiny takes 0.2 to 1.1 s, and mistakes a cut-off "Stop!" for "Start."). So the avatar falls
 * silent before the words are known, and if they are a backchannel, continues where it stopped: nothing is lost.
 */
export class PossibleBackchannel {
  readonly fromMs: number;
  readonly #needs: PossibleBackchannelNeeds;
  readonly #live: RecognitionStream | undefined;
  #recognition: WordRecognition | undefined;
  /** Lets the avatar continue. Absent until it is held. */
  #release: (() => void) | undefined;

  constructor(fromMs: number, needs: PossibleBackchannelNeeds) {
    const { recognizer, language, audio } = needs;
    this.fromMs = fromMs;
    this.#needs = needs;
    this.#live = recognizer.listen?.({
      language,
      onWords: (heard) => {
        const hasEnoughWords = heard.text.trim().split(/\s+/).length >= MIN_WORDS_TO_INTERRUPT;
        if (hasEnoughWords && !isRemark(heard)) needs.decide(SPEECH_STARTED.notBackchannel);
      },
    });
    this.#live?.push(audio.slice(fromMs - END_SILENCE_MS, Number.POSITIVE_INFINITY));
  }

  /** Takes more of the user's audio, including silence. */
  push(sound: Float32Array): void {
    this.#live?.push(sound);
  }

  /** Judges the evidence at `nowMs`. `isAvatarHeard`: the avatar can still be heard. */
  judge(nowMs: number, isAvatarHeard: boolean): void {
    const { evidence, decide } = this.#needs;
    const { lastSpeechMs, silentMs, isModelLate } = evidence;
    const isSpeech = evidence.sinceMs !== undefined;
    if (!isAvatarHeard && !this.#release) {
      decide(SPEECH_STARTED.avatarFinished);
      return;
    }
    // If the speech has continued, the words are recognized again from its beginning.
    const hasContinued =
      this.#recognition !== undefined && isSpeech && lastSpeechMs > this.#recognition.speechEndMs;
    // A late model may still report that the sound is music; the avatar is silent meanwhile.
    const isLong = isSpeech && !isModelLate && lastSpeechMs - this.fromMs > MAX_BACKCHANNEL_MS;
    if (isLong && (!this.#recognition || hasContinued)) {
      decide(SPEECH_STARTED.tooLong);
      return;
    }
    if (hasContinued) this.#cancelRecognition();
    if (nowMs - this.fromMs >= HOLD_AFTER_MS && !this.#recognition?.isBackchannel) this.#hold();
    if (!this.#recognition && (!isSpeech || silentMs >= HESITATION_MS)) this.#recognize(nowMs);
    else if (this.#recognition?.isBackchannel && (!isSpeech || silentMs >= END_SILENCE_MS))
      decide('backchannel');
  }

  end(): void {
    this.#cancelRecognition();
    this.#live?.close();
    this.#release?.();
    this.#release = undefined;
  }

  #hold(): void {
    if (this.#release) return;
    const { clock, hold, decide } = this.#needs;
    // Not measured on the microphone's clock, which stops if the microphone sends nothing more.
    const cancel = clock.after(MAX_HOLD_MS, () =>
      decide(this.#recognition?.isBackchannel ? 'backchannel' : SPEECH_STARTED.unknownWords),
    );
    this.#release = () => {
      cancel();
      hold(false);
    };
    hold(true);
  }

  #recognize(nowMs: number): void {
    const { clock, evidence, audio, recognizer, language, decide } = this.#needs;
    const stop = new AbortController();
    const { signal } = stop;
    const recognition: WordRecognition = { speechEndMs: evidence.lastSpeechMs, stop };
    this.#recognition = recognition;
    const cancel = clock.after(RECOGNITION_TIMEOUT_MS, () => {
      if (recognition.isBackchannel === undefined) decide(SPEECH_STARTED.unknownWords);
    });
    signal.addEventListener('abort', cancel);
    const samples = () => audio.slice(this.fromMs - END_SILENCE_MS, nowMs);
    const words =
      this.#live?.complete(signal) ??
      recognizer.transcribe(samples(), { priority: PRIORITY, language, signal });
    words.then(
      (heard) => {
        if (signal.aborted) return;
        recognition.isBackchannel = isRemark(heard);
        if (!recognition.isBackchannel) decide(SPEECH_STARTED.notBackchannel);
      },
      () => {
        if (!signal.aborted) decide(SPEECH_STARTED.failedWords);
      },
    );
  }

  #cancelRecognition(): void {
    this.#recognition?.stop.abort();
    this.#recognition = undefined;
  }
}

function isRemark({ text, language }: Transcription): boolean {
  return isBackchannelText(text, language ?? '');
}
