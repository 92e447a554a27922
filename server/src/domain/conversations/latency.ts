import type { TimelineRow } from './conversation.ts';
import { readTurn, type TurnTimes } from './measures.ts';

/** Milliseconds, by the nearest-rank method: every figure is a measured one. */
export interface Percentiles {
  p50: number;
  p90: number;
  p95: number;
  max: number;
}

export interface TurnLatencies {
  turns: number;
  /** Absent without turns. */
  latencyMs: Percentiles | undefined;
  engineMs: Percentiles | undefined;
  playoutMs: Percentiles | undefined;
}

export function turnLatencies(timeline: readonly TimelineRow[]): TurnLatencies {
  const turns = timeline.flatMap(({ type, content }) => (type === 'turn' && readTurn(content)) || []);
  const of = (part: 'latencyMs' | 'engineMs' | 'playoutMs') =>
    percentiles(turns.map((times: TurnTimes) => times[part]));
  return {
    turns: turns.length,
    latencyMs: of('latencyMs'),
    engineMs: of('engineMs'),
    playoutMs: of('playoutMs'),
  };
}

function percentiles(values: readonly number[]): Percentiles | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
  return { p50: at(50), p90: at(90), p95: at(95), max: sorted.at(-1)! };
}
