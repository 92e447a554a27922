import type { FacePose } from '../director/face-pose.ts';

/** How many steps of a movement from 0 to 1 are distinguished. */
export type Steps = Partial<Record<keyof FacePose, number>>;

/** Notices whether a pose differs visibly from the one before. */
export class ChangeWatch {
  readonly #steps: [keyof FacePose, number][];
  readonly #shown: number[];

  constructor(steps: Steps) {
    this.#steps = Object.entries(steps) as [keyof FacePose, number][];
    this.#shown = this.#steps.map(() => Number.NaN);
  }

  changed(pose: FacePose): boolean {
    let changed = false;
    this.#steps.forEach(([key, count], i) => {
      const step = Math.round(pose[key] * count);
      if (step === this.#shown[i]) return;
      this.#shown[i] = step;
      changed = true;
    });
    return changed;
  }
}
