import type { FrameStep } from '../media/showing/frame-steps.ts';
import { costAt } from './conversation-cost.ts';

/** Numbers of the conversations of a machine, over about a second. */
export interface LoadSample {
  due: number;
  /** Of them, those that were not ready in time, or not even asked for. */
  late: number;
  /** Processors that had nothing to do. */
  idleCores: number;
  conversations: number;
  /** Processors that the conversations used. */
  usedCores: number;
}

export interface Pressure {
  readonly step: number;
  /** Samples in a row with too many late frames, and with none to speak of. */
  readonly pressed: number;
  readonly calm: number;
  /** Calm samples in a row that a step up takes; doubled by each that had to be taken back. */
  readonly patience: number;
  /** Samples since the last step up, and what it was made with. */
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

/** Share of late frames. One in thirty is not noticed. */
const CALM_SHARE = 0.03;
const PRESSED_SHARE = 0.2;
/**
 * Samples in a row with too many late frames. A model that understands a sentence takes a machine of two cores for a second,
 * two sentences at once for two: frames that are late for that long are no reason to send fewer.
 */
const PRESSED_SAMPLES = 4;
/** Share of late frames from which fewer samples suffice, and two steps are taken at once. */
const COLLAPSING_SHARE = 0.5;
const COLLAPSING_SAMPLES = 3;
const MAX_PATIENCE = 16;
/** A step up that is taken back within so many samples was a mistake. */
const REGRET_SAMPLES = 4;
/** Left idle after a step up: threads that find every processor taken are late. */
const SPARE_CORES = 0.1;
/** More idle than at a step up that did not hold, by this: something has changed. */
const RELIEF_CORES = 0.1;

/**
 * Decides after each sample at which step the frames of all conversations of a machine go on. Down within
 * seconds: threads that draw have the lowest priority, so frames are late before audio is. Up only where the
 * processors have room for it, one step a sample; a step that does not hold makes the next attempt wait
 * longer, unless the processors have more room than they had for it or conversations have ended.
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
