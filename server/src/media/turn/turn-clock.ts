import type { Aside } from '../../engines/engine.ts';

/** The measured latencies of one turn, in milliseconds; content of a `turn` entry of the timeline. */
export interface TurnMeasure {
  turn: number;
  /** What answered: the name of an engine, or `remote`. */
  engine: string;
  input: 'text' | 'speech';
  /** When the user ended, milliseconds since the epoch. */
  userEndedAt: number;
  /** From the user's end to the engine's first audio: the time of the engine. */
  engineMs: number;
  /** From there to the first audible sample being sent: our time. */
  playoutMs: number;
  latencyMs: number;
}

interface Answer {
  utteranceId: string;
  /** When the engine's first audio came, and when its first audible sample was sent. */
  cameAt: number;
  audibleAt?: number;
  /** A turn was measured by it. */
  measured?: boolean;
}

/**
 * Measures a turn: the user ends, the engine's first audio comes, the first audible sample is sent. A detector finds the
 * end of speech some hundred milliseconds late, and a provider's may be faster than ours, so the answer may have begun by
 * then.
 */
export class TurnClock {
  readonly #engine: string;
  #turns = 0;
  #open: { input: 'text' | 'speech'; endedAt: number; endedWall: number } | undefined;
  #newest: Answer | undefined;
  readonly #asides = new Map<string, Aside>();

  constructor(engine: string) {
    this.#engine = engine;
  }

  /**
   * The user's words are complete. `endedAt` is on the media clock, `endedWall` is the same since the epoch. Returns the
   * measure when the answer is audible already.
   */
  userEnded(input: 'text' | 'speech', endedAt: number, endedWall: number): TurnMeasure | undefined {
    this.#asides.clear();
    // The speech was answered before its end was found.
    if (this.#newest?.measured && this.#newest.cameAt >= endedAt) return undefined;
    this.#open = { input, endedAt, endedWall };
    return this.#measure();
  }

  /** Marks an utterance that answers nothing; after an apology nothing does. */
  aside(utteranceId: string, aside: Aside): void {
    if (aside === 'apology') this.forget();
    this.#asides.set(utteranceId, aside);
  }

  asideOf(utteranceId: string): Aside | undefined {
    return this.#asides.get(utteranceId);
  }

  engineAudio(utteranceId: string, at: number): void {
    if (this.#asides.has(utteranceId)) return;
    if (this.#newest?.utteranceId === utteranceId || this.#begunTurn()) return;
    this.#newest = { utteranceId, cameAt: at };
  }

  /** Returns the measure when this utterance answers the open turn. */
  audible(utteranceId: string, at: number): TurnMeasure | undefined {
    if (this.#newest?.utteranceId !== utteranceId) return undefined;
    this.#newest.audibleAt = at;
    return this.#measure();
  }

  /** The answer was cut before any of it was played. */
  forget(): void {
    this.#open = undefined;
    this.#newest = undefined;
  }

  /** The first utterance after the user's end answers the turn, whatever comes behind it. */
  #begunTurn(): boolean {
    return (
      this.#open !== undefined && this.#newest !== undefined && this.#newest.cameAt >= this.#open.endedAt
    );
  }

  #measure(): TurnMeasure | undefined {
    const [open, answer] = [this.#open, this.#newest];
    if (!open || answer?.audibleAt === undefined || answer.cameAt < open.endedAt) return undefined;
    this.#open = undefined;
    answer.measured = true;
    const engineMs = Math.round(answer.cameAt - open.endedAt);
    const playoutMs = Math.round(answer.audibleAt - answer.cameAt);
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
