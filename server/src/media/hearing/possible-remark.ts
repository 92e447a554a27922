import type { LiveWords, Transcription } from '../../speech-recognition/recognizer.ts';
import { isBackchannelText } from './backchannel.ts';
import { HESITATION_MS, type SpeechEvidence } from './speech-evidence.ts';
import { type SpeechVerdict, STARTED } from './speech-verdict.ts';
import type { UtteranceNeeds } from './utterance.ts';

/**
 * The avatar falls silent this long after speech has begun, whatever is known of that speech. Its own audio takes up to 80 ms
 * more to end (a piece of the microphone, the queue of 40 ms, a fade), so nobody speaks against it for longer than 400 ms.
 */
const SILENT_AFTER_MS = 320;
/** A silence after which a remark is complete. */
const COMPLETE_MS = 200;
/** Speech that is longer than this is no remark. */
const LONGEST_MS = 800;
/** How long the avatar is held at most. With the speech before, that is less than the echo gate keeps for an engine that listens. */
const HELD_MS = 1000;
/** How long the words may take once they are asked for: a remark whose words take longer interrupts. */
const WORDS_MS = 400;
/** Interim words may be the beginning of a remark ("I", "got"); this many are not. */
const SURE_WORDS = 2;
const PRIORITY = 3;

export interface PossibleRemarkNeeds
  extends Pick<UtteranceNeeds, 'clock' | 'sound' | 'recognizer' | 'language'> {
  evidence: SpeechEvidence;
  /** The avatar is to be silent, or to go on where it stopped. */
  hold: (isHeld: boolean) => void;
  /** It is speech, or nothing but a remark. Called once. */
  decide: (verdict: SpeechVerdict | 'remark') => void;
}

/** The words of speech up to `speechEndMs` are being looked for, or are known. */
interface Asked {
  speechEndMs: number;
  stop: AbortController;
  isRemark?: boolean;
}

/**
 * Speech in mid-answer that may be a remark. No recognizer that runs on a CPU has the words of the first 300 ms in the 100 ms that are left
 * (Whisper tiny takes 0.2 to 1.1 s, and takes "Stop!" cut off for "Start."), so the avatar falls silent without them, and goes on
 * where it was once they are a remark: nothing of its answer is lost until something else is said.
 */
export class PossibleRemark {
  readonly fromMs: number;
  readonly #needs: PossibleRemarkNeeds;
  readonly #live: LiveWords | undefined;
  #asked: Asked | undefined;
  /** Lets the avatar go on; absent until it is held. */
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

  /** Takes more of the user's audio, silence included. */
  push(sound: Float32Array): void {
    this.#live?.push(sound);
  }

  /** Looks at the evidence at `nowMs`. `isAvatarHeard`: the avatar still sounds. */
  judge(nowMs: number, isAvatarHeard: boolean): void {
    const { evidence, decide } = this.#needs;
    const { lastSpeechMs, silentMs, isLate } = evidence;
    const isSpeech = evidence.sinceMs !== undefined;
    if (!isAvatarHeard && !this.#release) {
      decide(STARTED.answers);
      return;
    }
    // When speech goes on, the words of the whole are asked for again.
    const goesOn = this.#asked !== undefined && isSpeech && lastSpeechMs > this.#asked.speechEndMs;
    // A model that is late may still say that it is music; the avatar is silent meanwhile.
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
    // Not on the microphone's clock, which stops where the microphone sends nothing more.
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
