import type { LiveWords, Transcription } from '../../speech-recognition/recognizer.ts';
import { isBackchannelText } from './backchannel.ts';
import { HESITATION_MS, type SpeechEvidence } from './speech-evidence.ts';
import { type SpeechVerdict, STARTED } from './speech-verdict.ts';
import type { UtteranceNeeds } from './utterance.ts';

/**
 * The avatar falls silent this long after speech has begun, whatever is known about that speech. Its own audio takes up
 * to 80 ms more to end (a piece of the microphone, the queue of 40 ms, a fade): 400 ms in all.
 */
const SILENT_AFTER_MS = 320;
/** A silence after which a remark is complete. */
const COMPLETE_MS = 200;
/** Longer speech is not a remark. */
const LONGEST_MS = 800;
/** Maximum time to hold the avatar. With the speech before it, less than the echo gate keeps. */
const HELD_MS = 1000;
/** How long recognition of the words may take: if it takes longer, the speech interrupts. */
const WORDS_MS = 400;
/** One interim word may be the beginning of a remark ("I", "got"); this many words are not. */
const SURE_WORDS = 2;
const PRIORITY = 3;

export interface PossibleRemarkNeeds
  extends Pick<UtteranceNeeds, 'clock' | 'sound' | 'recognizer' | 'language'> {
  evidence: SpeechEvidence;
  /** Silences the avatar, or lets it continue where it stopped. */
  hold: (isHeld: boolean) => void;
  /** Decides whether it is speech or only a remark. Called once. */
  decide: (verdict: SpeechVerdict | 'remark') => void;
}

/** Recognition of the words up to `speechEndMs`, in progress or done. */
interface Asked {
  speechEndMs: number;
  stop: AbortController;
  isRemark?: boolean;
}

/**
 * Speech during an answer that may be a remark. No recognizer on a CPU has the words of the first 300 ms in the
 * remaining 100 ms (Whisper tiny takes 0.2 to 1.1 s, and mistakes a cut-off "Stop!" for "Start."). So the avatar falls
 * silent before the words are known, and if they are a remark, continues where it stopped: nothing is lost.
 */
export class PossibleRemark {
  readonly fromMs: number;
  readonly #needs: PossibleRemarkNeeds;
  readonly #live: LiveWords | undefined;
  #asked: Asked | undefined;
  /** Lets the avatar continue. Absent until it is held. */
  #release: (() => void) | undefined;

  constructor(fromMs: number, needs: PossibleRemarkNeeds) {
    const { recognizer, language, sound } = needs;
    this.fromMs = fromMs;
    this.#needs = needs;
    this.#live = recognizer.listen?.({
      language,
      onWords: (heard) => {
        const isSure = heard.text.trim().split(/\s+/).length >= SURE_WORDS;
        if (isSure && !isRemark(heard)) needs.decide(STARTED.notRemark);
      },
    });
    this.#live?.push(sound.slice(fromMs - COMPLETE_MS, Number.POSITIVE_INFINITY));
  }

  /** Takes more of the user's audio, including silence. */
  push(sound: Float32Array): void {
    this.#live?.push(sound);
  }

  /** Judges the evidence at `nowMs`. `isAvatarHeard`: the avatar can still be heard. */
  judge(nowMs: number, isAvatarHeard: boolean): void {
    const { evidence, decide } = this.#needs;
    const { lastSpeechMs, silentMs, isLate } = evidence;
    const isSpeech = evidence.sinceMs !== undefined;
    if (!isAvatarHeard && !this.#release) {
      decide(STARTED.avatarFinished);
      return;
    }
    // If the speech has continued, the words are recognized again from its beginning.
    const goesOn = this.#asked !== undefined && isSpeech && lastSpeechMs > this.#asked.speechEndMs;
    // A late model may still report that the sound is music; the avatar is silent meanwhile.
    const isLong = isSpeech && !isLate && lastSpeechMs - this.fromMs > LONGEST_MS;
    if (isLong && (!this.#asked || goesOn)) {
      decide(STARTED.tooLong);
      return;
    }
    if (goesOn) this.#stopAsking();
    if (nowMs - this.fromMs >= SILENT_AFTER_MS && !this.#asked?.isRemark) this.#hold();
    if (!this.#asked && (!isSpeech || silentMs >= HESITATION_MS)) this.#ask(nowMs);
    else if (this.#asked?.isRemark && (!isSpeech || silentMs >= COMPLETE_MS)) decide('remark');
  }

  end(): void {
    this.#stopAsking();
    this.#live?.close();
    this.#release?.();
    this.#release = undefined;
  }

  #hold(): void {
    if (this.#release) return;
    const { clock, hold, decide } = this.#needs;
    // Not measured on the microphone's clock, which stops if the microphone sends nothing more.
    const cancel = clock.after(HELD_MS, () =>
      decide(this.#asked?.isRemark ? 'remark' : STARTED.unknownWords),
    );
    this.#release = () => {
      cancel();
      hold(false);
    };
    hold(true);
  }

  #ask(nowMs: number): void {
    const { clock, evidence, sound, recognizer, language, decide } = this.#needs;
    const stop = new AbortController();
    const { signal } = stop;
    const asked: Asked = { speechEndMs: evidence.lastSpeechMs, stop };
    this.#asked = asked;
    const cancel = clock.after(WORDS_MS, () => {
      if (asked.isRemark === undefined) decide(STARTED.unknownWords);
    });
    signal.addEventListener('abort', cancel);
    const samples = () => sound.slice(this.fromMs - COMPLETE_MS, nowMs);
    const words =
      this.#live?.complete(signal) ??
      recognizer.transcribe(samples(), { priority: PRIORITY, language, signal });
    words.then(
      (heard) => {
        if (signal.aborted) return;
        asked.isRemark = isRemark(heard);
        if (!asked.isRemark) decide(STARTED.notRemark);
      },
      () => {
        if (!signal.aborted) decide(STARTED.failedWords);
      },
    );
  }

  #stopAsking(): void {
    this.#asked?.stop.abort();
    this.#asked = undefined;
  }
}

function isRemark({ text, language }: Transcription): boolean {
  return isBackchannelText(text, language ?? '');
}
