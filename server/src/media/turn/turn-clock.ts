import type { Aside } from '../../engines/engine.ts';

/** The measured latencies of one turn, in milliseconds; the content of a `turn` entry in the timeline. */
export interface TurnMeasure {
  turn: number;
  /** What answered: the name of an engine, or `remote`. */
  engine: string;
  input: 'text' | 'speech';
  /** When the user finished, in milliseconds since the epoch. */
  userEndedAt: number;
  /** From the user's end to the engine's first audio: the engine's share. */
  engineMs: number;
  /** From there until the first audible sample is sent: our share. */
  playoutMs: number;
  latencyMs: number;
}

interface Answer {
  utteranceId: string;
  /** When the engine's first audio arrived, and when its first audible sample was sent. */
  firstAudioAt: number;
  audibleAt?: number;
  /** Whether a turn was measured with this answer. */
  measured?: boolean;
}

/**
 * Measures a turn: the user finishes, the engine's first audio arrives, the first audible sample is sent. A detector
 * finds the end of speech a few hundred milliseconds late, and a provider's may be faster than ours, so the answer may
 * have begun before our detector finds the end.
 */
export class TurnClock {
  readonly #engine: string;
  #turns = 0;
  #openTurn: { input: 'text' | 'speech'; endedAt: number; endedWall: number } | undefined;
  #latestAnswer: Answer | undefined;
  readonly #asides = new Map<string, Aside>();

  constructor(engine: string) {
    this.#engine = engine;
  }

  /**
   * The user's words are complete. `endedAt` is on the media clock, `endedWall` is the same time since the epoch.
   * Returns the measure if the answer is already audible.
   */
  userEnded(input: 'text' | 'speech', endedAt: number, endedWall: number): TurnMeasure | undefined {
    this.#asides.clear();
    // The speech was answered before its end was found.
    if (this.#latestAnswer?.measured && this.#latestAnswer.firstAudioAt >= endedAt) return undefined;
    this.#openTurn = { input, endedAt, endedWall };
    return this.#measure();
  }

  /** Marks an utterance that is not an answer. After an apology, no answer to the turn is measured. */
  markAside(utteranceId: string, aside: Aside): void {
    if (aside === 'apology') this.forget();
    this.#asides.set(utteranceId, aside);
  }

  asideOf(utteranceId: string): Aside | undefined {
    return this.#asides.get(utteranceId);
  }

  engineAudio(utteranceId: string, at: number): void {
    if (this.#asides.has(utteranceId)) return;
    if (this.#latestAnswer?.utteranceId === utteranceId || this.#hasAnswer()) return;
    this.#latestAnswer = { utteranceId, firstAudioAt: at };
  }

  /** Returns the measure if this utterance answers the open turn. */
  audible(utteranceId: string, at: number): TurnMeasure | undefined {
    if (this.#latestAnswer?.utteranceId !== utteranceId) return undefined;
    this.#latestAnswer.audibleAt = at;
    return this.#measure();
  }

  /** Forgets the turn: its answer was cut before any of it was played. */
  forget(): void {
    this.#openTurn = undefined;
    this.#latestAnswer = undefined;
  }

  /** Whether the open turn has an answer: the first utterance after the user's end, whatever follows it. */
  #hasAnswer(): boolean {
    return (
      this.#openTurn !== undefined &&
      this.#latestAnswer !== undefined &&
      this.#latestAnswer.firstAudioAt >= this.#openTurn.endedAt
    );
  }

  #measure(): TurnMeasure | undefined {
    const [open, answer] = [this.#openTurn, this.#latestAnswer];
    if (!open || answer?.audibleAt === undefined || answer.firstAudioAt < open.endedAt) return undefined;
    this.#openTurn = undefined;
    answer.measured = true;
    const engineMs = Math.round(answer.firstAudioAt - open.endedAt);
    const playoutMs = Math.round(answer.audibleAt - answer.firstAudioAt);
    return {
      turn: ++this.#turns,
      engine: this.#engine,
      input: open.input,
      userEndedAt: Math.round(open.endedWall),
      engineMs,
      playoutMs,
      latencyMs: engineMs + playoutMs,
    };
  }
}
