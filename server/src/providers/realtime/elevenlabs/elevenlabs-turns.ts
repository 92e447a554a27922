import { decodeMuLaw } from '../../../audio/mu-law.ts';
import { pcmFromBytes } from '../../../audio/pcm.ts';
import type { EngineCore } from '../../../engines/engine-core.ts';
import { emotionFromText } from '../../../engines/tools/emotion-from-text.ts';
import { ReportedSpeech } from '../reported-speech.ts';
import { cutAtWords } from './cut-at-words.ts';
import type { AudioFormat, ElevenLabsEvent } from './elevenlabs-messages.ts';

/**
 * Most agents do not report the end of an answer: it counts as complete after this long without audio, unless words of
 * it are known to be missing.
 */
const ANSWER_PAUSE_MS = 1500;
/** Twice as many letters as people say in a second: audio that is shorter for its words is not all of it. */
const IMPOSSIBLE_PACE = 25;
/** Words that no audio has followed for this long are shown without audio. */
const FIRST_SOUND_MS = 8000;
/** How long after the last unwanted audio an answer that was cut counts as ended. */
const CUT_OVER_MS = 1500;

/** An answer of which nothing has arrived yet. */
const noAnswer = () => ({
  utteranceId: undefined as string | undefined,
  /** The words of the whole answer, if known. */
  words: undefined as string | undefined,
  /** Whether the words have been emitted. */
  wordsEmitted: false,
  /** Number of letters in the words, and of those that were spoken. */
  letters: 0,
  spokenLetters: 0,
  /** What was spoken, if the audio comes with alignment. */
  spoken: '',
  aligned: false,
  /** Whether a tool was called, which may be why the audio pauses. */
  called: false,
});

/**
 * Tracks who is speaking. An answer begins with its first audio or words. It ends when the agent says so, when all of
 * its words have been spoken (if audio comes with alignment), when it is interrupted, or after a pause. An answer that
 * stops before its last words stays open, so that the session asks for the rest on another connection.
 */
export class ElevenLabsTurns {
  readonly #core: EngineCore;
  readonly #onIdle: () => void;
  readonly #userSpeech: ReportedSpeech;
  #answer = noAnswer();
  /** Audio with an id up to this was interrupted. */
  #droppedUpTo = -1;
  #cut = false;
  /** Whether we sent something that interrupts, while the user did not speak. */
  #cutByUs = false;
  #userItemId: string | undefined;
  #count = 0;
  #emotion: string | undefined;
  #cancelTimer: (() => void) | undefined;

  /** `onIdle` is called when an answer is over. */
  constructor(core: EngineCore, onIdle: () => void) {
    this.#core = core;
    this.#onIdle = onIdle;
    this.#userSpeech = new ReportedSpeech(core);
  }

  get speaking(): boolean {
    return this.#answer.utteranceId !== undefined;
  }

  audio(event: ElevenLabsEvent & { type: 'audio' }, format: AudioFormat): void {
    if (event.eventId <= this.#droppedUpTo) return;
    if (this.#cut) {
      this.#waitForEndOfCut();
      return;
    }
    const id = this.#begin();
    const bytes = Buffer.from(event.base64, 'base64');
    const pcm = format.encoding === 'ulaw' ? decodeMuLaw(bytes) : pcmFromBytes(bytes);
    if (event.alignment) {
      this.#answer.aligned = true;
      for (const piece of cutAtWords(pcm, format.sampleRate, event.alignment)) {
        this.#answer.spoken += piece.text;
        this.#answer.spokenLetters += letters(piece.text);
        this.#core.utterances.audio(id, piece.pcm, format.sampleRate, { text: piece.text });
      }
    } else {
      if (!this.#answer.aligned) this.#emitWords();
      this.#core.utterances.audio(id, pcm, format.sampleRate);
    }
    this.#waitForPause();
    if (
      this.#answer.words !== undefined &&
      this.#answer.aligned &&
      this.#answer.spokenLetters >= this.#answer.letters
    ) {
      this.finish();
    }
  }

  /** Takes the agent's answer in words, which may arrive before, during or after its audio. */
  answer(text: string): void {
    if (this.#answer.words !== undefined) {
      this.finish();
      this.#endCut();
    }
    if (this.#cut) return;
    this.#answer.words = text;
    this.#answer.letters = letters(text);
    this.#emitEmotion(text);
    if (this.speaking && !this.#answer.aligned) this.#emitWords();
    this.#waitForPause();
  }

  /** The agent calls a tool, and may pause meanwhile. */
  called(): void {
    this.#answer.called = true;
    if (this.speaking) this.#waitForPause();
  }

  complete(): void {
    this.#endCut();
    this.finish();
  }

  interrupted(eventId: number): void {
    this.#droppedUpTo = Math.max(this.#droppedUpTo, eventId);
    const byUs = this.#cutByUs;
    this.#cutByUs = false;
    this.#endCut();
    this.finish();
    if (byUs) return;
    this.#userSpeech.begin();
  }

  userText(text: string, final: boolean): void {
    if (final) this.#userSpeech.end();
    else this.#userSpeech.goOn();
    if (text.trim() === '') return;
    this.#userItemId ??= `user_${++this.#count}`;
    this.#core.history.set(this.#userItemId, 'user', text);
    this.#core.emit({ type: 'user_transcript', itemId: this.#userItemId, text: text.trim(), final });
    if (final) this.#userItemId = undefined;
  }

  /** Call this before sending a message that interrupts the agent. */
  cutByUs(): void {
    this.#cutByUs = this.speaking;
  }

  /** The answer in progress must not be heard any more. */
  cut(): void {
    if (!this.speaking && this.#answer.words === undefined) return;
    if (!this.speaking) this.#answer.words = undefined;
    this.finish();
    this.#waitForEndOfCut();
  }

  finish(): void {
    this.#cancelTimer?.();
    if (this.#answer.words !== undefined && !this.#answer.aligned && !this.#cut) {
      this.#begin();
      this.#emitWords();
    }
    const spoke = this.speaking;
    this.#answer = noAnswer();
    this.#core.utterances.finishAll();
    if (!spoke) return;
    this.#core.answerFinished();
    this.#onIdle();
  }

  end(): void {
    this.#answer = noAnswer();
    this.#core.utterances.breakOff();
    this.#cancelTimer?.();
    this.#userSpeech.end();
    this.#droppedUpTo = -1;
    this.#cut = false;
    this.#cutByUs = false;
    // The user's unfinished words are transcribed again on the next connection, which gets their audio again.
    if (this.#userItemId) this.#core.history.set(this.#userItemId, 'user', '');
  }

  #begin(): string {
    this.#userSpeech.end();
    this.#answer.utteranceId ??= `elevenlabs_${++this.#count}`;
    this.#core.utterances.start(this.#answer.utteranceId);
    return this.#answer.utteranceId;
  }

  #emitWords(): void {
    if (this.#answer.words === undefined || this.#answer.wordsEmitted || !this.#answer.utteranceId) return;
    this.#answer.wordsEmitted = true;
    this.#core.utterances.text(this.#answer.utteranceId, this.#answer.words);
  }

  #emitEmotion(text: string): void {
    if (!this.#core.host.plan.emotions) return;
    const emotion = emotionFromText(text) ?? 'neutral';
    if (emotion === this.#emotion || (emotion === 'neutral' && this.#emotion === undefined)) return;
    this.#emotion = emotion;
    this.#core.emit({ type: 'emotion', emotion });
  }

  /** Whether words of the answer are certainly missing. */
  get #lacksAudio(): boolean {
    const { utteranceId, words, spoken, aligned, called } = this.#answer;
    if (utteranceId === undefined || words === undefined || called) return false;
    const [all, said] = [bare(words), bare(spoken)];
    return aligned
      ? all.length > said.length && all.startsWith(said)
      : all.length > (IMPOSSIBLE_PACE * this.#core.utterances.audioMs(utteranceId)) / 1000;
  }

  #waitForPause(): void {
    this.#cancelTimer?.();
    const patienceMs = this.speaking ? ANSWER_PAUSE_MS : FIRST_SOUND_MS;
    this.#cancelTimer = this.#core.clock.after(patienceMs, () => {
      if (!this.#lacksAudio) this.finish();
    });
  }

  #waitForEndOfCut(): void {
    this.#cut = true;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#core.clock.after(CUT_OVER_MS, () => this.#endCut());
  }

  #endCut(): void {
    if (!this.#cut) return;
    this.#cancelTimer?.();
    this.#cut = false;
  }
}

/** Returns what is certainly spoken of a text: letters and digits, without addresses and what is in brackets. */
function bare(text: string): string {
  return text
    .replace(/https?:\S{0,500}|[[(<][^\])>]{0,100}[\])>]/g, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}

/** Counts characters without white space, which may differ between alignment and answer. */
function letters(text: string): number {
  return text.replace(/\s+/g, '').length;
}
