import type { SpokenTime } from '../../engines/engine.ts';
import { cutAtWord, FASTEST_PACE } from '../../lib/cut-at-word.ts';
import type { TimedPhone } from '../../voices/voice.ts';

interface Span {
  text: string;
  startMs: number;
  endMs: number;
  /** The intervals over which the span's text is spread evenly: its audible phonemes. */
  marks?: { startMs: number; endMs: number }[];
}

/** Characters per second, until the real pace is known. */
const SLOWEST_PACE = 11;
/** The last milliseconds of a sentence that count as the end of a question. */
const LAST_WORDS_MS = 900;

/**
 * Aligns the words of one utterance with its audio, as precisely as the engine allows. Text that came with a chunk of
 * audio is spread over that chunk (over its phonemes if the voice gives them); text that came alone is spread over the
 * whole utterance at the pace of speech.
 */
export class SpokenText {
  readonly #spans: Span[] = [];
  #untimed = '';
  #audioMs = 0;
  #finished = false;

  /** Adds audio, with or without its text. Times count from the first sample of the utterance. */
  addAudio(durationMs: number, text?: string, phones?: TimedPhone[]): void {
    const startMs = this.#audioMs;
    this.#audioMs += durationMs;
    if (!text) return;
    const marks = phones && soundingPhones(phones, startMs);
    this.#spans.push({
      text: this.#withSpace(text, phones !== undefined),
      startMs,
      endMs: this.#audioMs,
      ...(marks && { marks }),
    });
  }

  /** Adds text that is said after everything added before. */
  addTimed(text: string, { startMs, endMs }: SpokenTime): void {
    this.#spans.push({ text, startMs, endMs });
  }

  /** Adds text that came without audio or times. */
  addUntimed(text: string): void {
    if (this.#spans.length > 0) {
      this.#spans.push({ text, startMs: this.#audioMs, endMs: this.#audioMs });
    } else {
      this.#untimed += text;
    }
  }

  /** @param spokenText what the audio contains of the text, if it breaks off before */
  finish(spokenText?: string): void {
    if (spokenText !== undefined && this.#spans.length === 0) this.#untimed = spokenText;
    this.#finished = true;
  }

  get full(): string {
    return (this.#untimed + this.#spans.map((span) => span.text).join('')).trim();
  }

  /** Returns the text that was said by `timeMs`, cut after the last word of which at least half was played. */
  heardAt(timeMs: number): string {
    if (timeMs <= 0) return '';
    if (this.#finished && timeMs >= this.#audioMs - 1) return this.full;
    const parts = this.#untimed ? [cutAtWord(this.#untimed, this.#untimedHeard(timeMs))] : [];
    for (const span of this.#spans) {
      if (span.startMs >= timeMs) break;
      const share = shareHeard(span, timeMs);
      parts.push(share >= 1 ? span.text : cutAtWord(span.text, share * span.text.length));
      if (share < 1) break;
    }
    return parts.join('').trim();
  }

  /** Returns when the sentence that is being said at `timeMs` ends, if that is known. */
  sentenceEndAfter(timeMs: number): number | undefined {
    for (const span of this.#spans) {
      if (span.endMs > timeMs && /[.!?…。！？]["'”’)\]]?\s*$/u.test(span.text)) return span.endMs;
    }
    return this.#finished && this.#audioMs > timeMs ? this.#audioMs : undefined;
  }

  /** Whether the last words of a question are being said at `timeMs`. */
  isQuestionEndAt(timeMs: number): boolean {
    const span = this.#spans.find(({ endMs }) => endMs > timeMs);
    const { text, endMs } = span ?? { text: this.#finished ? this.full : '', endMs: this.#audioMs };
    return endMs > timeMs && endMs - timeMs < LAST_WORDS_MS && /[?？؟]["'”’)\]]?\s*$/u.test(text);
  }

  #untimedHeard(timeMs: number): number {
    const measured = this.#audioMs > 0 ? (this.#untimed.length / this.#audioMs) * 1000 : SLOWEST_PACE;
    // Text usually arrives before its audio, so while both still arrive the measured pace is too fast.
    const pace = this.#finished ? measured : Math.min(FASTEST_PACE, Math.max(SLOWEST_PACE, measured));
    return (pace * timeMs) / 1000;
  }

  /** Joins text to the previous text. Voices that speak in clauses (those with phonemes) omit the space. */
  #withSpace(text: string, clause: boolean): string {
    const before = this.#spans.at(-1)?.text ?? this.#untimed;
    const needsSpace = clause ? /\S$/u.test(before) : /[.,;:!?…]["'”’)\]]?$/u.test(before);
    return needsSpace && /^[^\s.,;:!?…]/u.test(text) ? ` ${text}` : text;
  }
}

function soundingPhones(phones: TimedPhone[], offsetMs: number): { startMs: number; endMs: number }[] {
  const marks: { startMs: number; endMs: number }[] = [];
  let startMs = 0;
  for (const { phone, endMs } of phones) {
    if (phone !== 'pau') marks.push({ startMs: offsetMs + startMs, endMs: offsetMs + endMs });
    startMs = endMs;
  }
  return marks;
}

function shareHeard(span: Span, timeMs: number): number {
  if (timeMs >= span.endMs) return 1;
  if (!span.marks || span.marks.length === 0) return (timeMs - span.startMs) / (span.endMs - span.startMs);
  let heard = 0;
  for (const mark of span.marks) {
    if (timeMs >= mark.endMs) heard += 1;
    else if (timeMs > mark.startMs) heard += (timeMs - mark.startMs) / (mark.endMs - mark.startMs);
  }
  return heard / span.marks.length;
}
