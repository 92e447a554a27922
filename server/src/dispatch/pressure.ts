import type { FrameStep } from '../media/showing/frame-steps.ts';
import { costAt } from './conversation-cost.ts';

/** Frame counts and CPU use of a machine's conversations over about a second. */
export interface LoadSample {
  due: number;
  /** Those that were not ready in time, or not even requested. */
  late: number;
  /** Idle processors. */
  idleCores: number;
  conversations: number;
  /** Processors used by the conversations. */
  usedCores: number;
}

export interface Pressure {
  readonly step: number;
  /** Consecutive samples with too many late frames, and with almost none. */
  readonly pressed: number;
  readonly calm: number;
  /** Consecutive calm samples required for a step up; doubled by each step up that had to be undone. */
  readonly patience: number;
  /** Samples since the last step up, and the state at that time. */
  readonly sinceUp: number;
  readonly idleAtUp: number;
  readonly conversationsAtUp: number;
}

export const NO_PRESSURE: Pressure = {
  step: 0,
  pressed: 0,
  calm: 0,
  patience: 1,
  sinceUp: Number.POSITIVE_INFINITY,
  idleAtUp: 0,
  conversationsAtUp: 0,
};

/** Shares of late frames. One in thirty is not noticed. */
const CALM_SHARE = 0.03;
const PRESSED_SHARE = 0.2;
/**
 * Consecutive samples with too many late frames before a step down. Understanding a sentence may occupy a two-core
 * machine for a second, two sentences at once for two: that alone is no reason to send fewer frames.
 */
const PRESSED_SAMPLES = 4;
/** Share of late frames from which fewer samples suffice, and two steps are taken at once. */
const COLLAPSING_SHARE = 0.5;
const COLLAPSING_SAMPLES = 3;
const MAX_PATIENCE = 16;
/** A step up that is undone within this many samples was a mistake. */
const REGRET_SAMPLES = 4;
/** Processors that must remain idle after a step up: otherwise threads would be late. */
const SPARE_CORES = 0.1;
/** If this much more is idle than at a step up that did not hold, something has changed. */
const RELIEF_CORES = 0.1;

/**
 * Decides after each sample at which step the frames of all conversations of a machine continue. Down within seconds:
 * rendering threads have the lowest priority, so frames are late before audio is. Up only if the processors have
 * capacity for it, one step per sample. A step that does not hold makes the next attempt wait longer, unless the
 * processors have more capacity than at that step or conversations have ended.
 */
export function judgePressure(before: Pressure, sample: LoadSample, steps: readonly FrameStep[]): Pressure {
  if (sample.due === 0) return NO_PRESSURE;
  const share = sample.late / sample.due;
  const pressed = share > PRESSED_SHARE ? before.pressed + 1 : 0;
  const calm = share < CALM_SHARE ? before.calm + 1 : 0;
  const since = { ...before, pressed, calm, sinceUp: before.sinceUp + 1 };
  const last = steps.length - 1;

  const isCollapsing = share > COLLAPSING_SHARE;
  if (before.step < last && pressed >= (isCollapsing ? COLLAPSING_SAMPLES : PRESSED_SAMPLES)) {
    const regretted = since.sinceUp <= REGRET_SAMPLES;
    return {
      ...since,
      step: Math.min(last, before.step + (isCollapsing ? 2 : 1)),
      pressed: 0,
      patience: regretted ? Math.min(MAX_PATIENCE, before.patience * 2) : before.patience,
      sinceUp: Number.POSITIVE_INFINITY,
    };
  }

  const upper = steps[before.step - 1];
  const current = steps[before.step];
  if (!upper || !current || calm === 0) return since;
  const needed = sample.usedCores * (costAt(upper) / costAt(current) - 1);
  if (sample.idleCores < needed + SPARE_CORES) return since;
  const relieved =
    sample.idleCores > before.idleAtUp + RELIEF_CORES || sample.conversations < before.conversationsAtUp;
  if (calm < before.patience && !relieved) return since;
  return {
    ...since,
    step: before.step - 1,
    sinceUp: 0,
    idleAtUp: sample.idleCores,
    conversationsAtUp: sample.conversations,
    patience: relieved ? 1 : before.patience,
  };
}
