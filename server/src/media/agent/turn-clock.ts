/** The measured latencies of one turn, in milliseconds; content of a `turn` entry of the timeline. */
export interface TurnMeasure {
  turn: number;
  input: 'text' | 'speech';
  /** When the user ended, milliseconds since the epoch. */
  userEndedAt: number;
  /** From the user's end to the engine's first audio: the engine's own time. */
  engineMs: number;
  /** From there to the first audible sample leaving: ours. */
  playoutMs: number;
  latencyMs: number;
}

/** Measures a turn: the user ends, the engine's first audio comes, the first audible sample leaves. */
export class TurnClock {
  #turns = 0;
  #open: { input: 'text' | 'speech'; endedAt: number; endedWall: number } | undefined;
  #answer: { utteranceId: string; at: number } | undefined;

  /** The user's words are complete. `endedAt` is on the media clock, `endedWall` the same since the epoch. */
  userEnded(input: 'text' | 'speech', endedAt: number, endedWall: number): void {
    this.#open = { input, endedAt, endedWall };
    this.#answer = undefined;
  }

  engineAudio(utteranceId: string, at: number): void {
    if (this.#open) this.#answer ??= { utteranceId, at };
  }

  /** The measure, when this utterance answers the open turn. */
  audible(utteranceId: string, at: number): TurnMeasure | undefined {
    const [open, answer] = [this.#open, this.#answer];
    if (!open || answer?.utteranceId !== utteranceId) return undefined;
    this.#open = undefined;
    this.#answer = undefined;
    const engineMs = Math.round(answer.at - open.endedAt);
    const playoutMs = Math.round(at - answer.at);
    return {
      turn: ++this.#turns,
      input: open.input,
      userEndedAt: Math.round(open.endedWall),
      engineMs,
      playoutMs,
      latencyMs: engineMs + playoutMs,
    };
  }

  /** The answer was cut off before it was heard. */
  forget(): void {
    this.#open = undefined;
    this.#answer = undefined;
  }
}
