/** Told of what is worth measuring, as workers report it. */
export interface Measures {
  /** From the end of what the user said to the first audible sample of the answer. */
  turn(latencyMs: number): void;
}

/** The latency in the content of a `turn` entry of the timeline; undefined where there is none. */
export function readTurnLatency(content: string): number | undefined {
  try {
    const measured = JSON.parse(content) as { latencyMs?: unknown } | null;
    const latencyMs = measured?.latencyMs;
    return typeof latencyMs === 'number' && latencyMs >= 0 ? latencyMs : undefined;
  } catch {
    return undefined;
  }
}
