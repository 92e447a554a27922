/** One step of the quality of frames: what it costs, and how it looks. */
export interface FrameStep {
  readonly fps: number;
  /** Factor of width and height; 1 is the size of the plan. */
  readonly scale: number;
  /** Cost as a share of the first step's: frames a second times their pixels. */
  readonly work: number;
}

/** Shares of the full rate: 25, 20, 15 and 12 frames a second. */
const RATES = [1, 0.8, 0.6, 0.48];
/** The last step draws 384 pixels in place of 512. */
const SMALL = 0.75;

/**
 * The steps that frames go down under pressure, the full rate first: lips that move 12 times a second still belong to what is
 * heard, below that they do not.
 *
 * @param minFps no step is slower; equal to `fps`, there is no other step.
 */
export function frameSteps(fps: number, minFps: number): readonly FrameStep[] {
  const rates = RATES.map((rate) => Math.round(fps * rate)).filter((rate) => rate >= Math.min(minFps, fps));
  const steps = [...new Set(rates)].map((rate) => ({ fps: rate, scale: 1, work: rate / fps }));
  const slowest = steps.at(-1);
  if (steps.length < 2 || !slowest) return steps;
  return [...steps, { ...slowest, scale: SMALL, work: slowest.work * SMALL * SMALL }];
}
