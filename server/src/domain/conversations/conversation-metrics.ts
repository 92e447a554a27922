import type { ErasedRecords } from '../erasure/erasure-store.ts';
import type { TimelineRow } from './conversation.ts';

/** The times of one turn in milliseconds, as measured by the worker. */
export interface TurnTimes {
  /** The name of the answering engine, or `remote` for the caller's own agent. */
  engine: string;
  /** From the end of the user's speech to the first audible sample of the answer; the sum of the next two. */
  latencyMs: number;
  /** From the end of the user's speech to the engine's first audio. */
  engineMs: number;
  /** From the engine's first audio to the first audible sample: our own share. */
  playoutMs: number;
  /** When the user stopped speaking, in milliseconds since the epoch; absent in entries of older releases. */
  userEndedAt?: number;
}

/** Receives facts for metrics, as workers report them. */
export interface ConversationMetrics {
  turn(times: TurnTimes): void;
  providerFailed(provider: string, fault: string): void;
  joined(): void;
  /** `engine`: the name of the answering engine, or `remote`. */
  ended(engine: string, reason: string): void;
  /** Counts records that were erased permanently. */
  erased(cause: ErasureCause, counts: Readonly<Record<ErasedKind, number>>): void;
}

export type ErasureCause = 'retention' | 'user' | 'conversation';
export type ErasedKind = keyof ErasedRecords | 'memories';

/** Returns the times in the content of a `turn` entry of the timeline; `undefined` if there are none. */
export function readTurn(content: string): TurnTimes | undefined {
  let fields: Record<string, unknown>;
  try {
    fields = { ...(JSON.parse(content) as object) };
  } catch {
    return undefined;
  }
  const { engine, latencyMs, engineMs, playoutMs, userEndedAt } = fields;
  const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0;
  if (!isTime(latencyMs) || !isTime(engineMs) || !isTime(playoutMs)) return undefined;
  return {
    engine: typeof engine === 'string' ? engine : 'unknown',
    latencyMs,
    engineMs,
    playoutMs,
    ...(isTime(userEndedAt) && { userEndedAt }),
  };
}

/**
 * Returns percentiles of the turns' latencies in milliseconds, by the nearest-rank method, so that every figure was
 * actually measured. They are absent if there are no turns.
 */
export function turnLatencies(timeline: readonly TimelineRow[]) {
  const turns = timeline.flatMap(({ type, content }) => (type === 'turn' && readTurn(content)) || []);
  const percentilesOf = (part: 'latencyMs' | 'engineMs' | 'playoutMs') =>
    percentiles(turns.map((times) => times[part]));
  return {
    turns: turns.length,
    latencyMs: percentilesOf('latencyMs'),
    engineMs: percentilesOf('engineMs'),
    playoutMs: percentilesOf('playoutMs'),
  };
}

function percentiles(values: readonly number[]) {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const at = (percent: number) => sorted[Math.ceil((percent / 100) * sorted.length) - 1]!;
  return { p50: at(50), p90: at(90), p95: at(95), max: sorted.at(-1)! };
}
