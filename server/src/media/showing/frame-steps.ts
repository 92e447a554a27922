/** One quality step of the frames: its cost and its appearance. */
export interface FrameStep {
  readonly fps: number;
  /** Factor of width and height; 1 is the size of the plan. */
  readonly scale: number;
  /** Cost relative to the first step: frames per second times pixels. */
  readonly pixelRate: number;
}

/** Fractions of the full rate: 25, 20, 15 and 12 frames per second. */
const SHARES = [1, 0.8, 0.6, 0.48];
/** The last step draws 384 pixels instead of 512. */
const SMALL_SCALE = 0.75;

/**
 * Returns the steps to which frames are reduced under load, the full rate first. Lips that move 12 times per second
 * still seem to match the audio; below that they do not.
 *
 * @param minFps minimum rate of a step; if it equals `fps`, there is only one step
 */
export function frameSteps(fps: number, minFps: number): readonly FrameStep[] {
  const rates = SHARES.map((rate) => Math.round(fps * rate)).filter((rate) => rate >= Math.min(minFps, fps));
  const steps = [...new Set(rates)].map((rate) => ({ fps: rate, scale: 1, pixelRate: rate / fps }));
  const slowest = steps.at(-1);
  if (steps.length < 2 || !slowest) return steps;
  return [
    ...steps,
    { ...slowest, scale: SMALL_SCALE, pixelRate: slowest.pixelRate * SMALL_SCALE * SMALL_SCALE },
  ];
}
