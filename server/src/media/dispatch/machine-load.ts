import type { WorkerReport } from '@visavis/contracts';
import { ProcessorMeter, type Processors } from '../../lib/processors.ts';
import { type PictureStep, pictureSteps } from '../avatar/picture-steps.ts';
import { coresOfDrawing, coresOfOne, countPlaces } from './places.ts';
import { judgePressure, NO_PRESSURE, type Pressure } from './pressure.ts';

/** What one worker reported about its last second. */
export type WorkerLoad = Omit<Extract<WorkerReport, { type: 'load' }>, 'type'>;

export interface MachineLoadOptions {
  /** Of the plans: pictures a second, those while nothing is said, and the fewest under pressure. */
  fps: number;
  idleFps: number;
  minFps: number;
  /** Tells every worker of the machine. */
  onStep: (step: PictureStep) => void;
  /** Read once a second; the machine's own by default. */
  processors?: { read(): Processors };
}

/** With fewer of the pictures that even a silent conversation sends, conversations have just begun. */
const SETTLED_SHARE = 0.8;
/** Weight of the newest second in the average cost. */
const NEWEST = 0.3;

/** Measures the load that conversations put on this machine, sets the rate of their pictures and counts the places. */
export class MachineLoad {
  readonly #options: MachineLoadOptions;
  readonly #steps: ReturnType<typeof pictureSteps>;
  readonly #processors: { read(): Processors };
  readonly #newest = new Map<object, WorkerLoad>();
  #pressure: Pressure = NO_PRESSURE;
  #cores: number;
  #coresOfOne: number | undefined;
  #measured = false;
  #overwhelmed = false;

  constructor(options: MachineLoadOptions) {
    this.#options = options;
    this.#steps = pictureSteps(options.fps, options.minFps);
    this.#processors = options.processors ?? new ProcessorMeter();
    this.#cores = this.#processors.read().cores;
  }

  /** Takes the processor time of one picture, as a worker measured it when it started. */
  calibrate(pictureMs: number): void {
    if (this.#measured) return;
    this.#coresOfOne = coresOfDrawing(pictureMs, this.#options.fps);
  }

  report(worker: object, load: WorkerLoad): void {
    this.#newest.set(worker, load);
  }

  gone(worker: object): void {
    this.#newest.delete(worker);
  }

  /** Once a second. */
  judge(): void {
    // Without conversations there is nothing to judge.
    if (this.#newest.size === 0 && this.#pressure === NO_PRESSURE) return;
    const loads = [...this.#newest.values()].filter(({ elapsedMs }) => elapsedMs > 0);
    this.#newest.clear();
    const { cores, idleCores } = this.#processors.read();
    this.#cores = cores;
    const usedCores = loads.reduce((sum, load) => sum + load.processorMs / load.elapsedMs, 0);
    const conversations = loads.reduce((sum, load) => sum + load.conversations, 0);
    const due = loads.reduce((sum, load) => sum + load.picturesDue, 0);
    const late = loads.reduce((sum, load) => sum + load.picturesLate, 0);
    this.#learnCost(usedCores, conversations, due);
    const before = this.#pressure;
    this.#pressure = judgePressure(before, { due, late, idleCores, usedCores, conversations }, this.#steps);
    this.#overwhelmed = this.#pressure.step === this.#steps.length - 1 && this.#pressure.pressed > 0;
    if (this.#pressure.step !== before.step) this.#options.onStep(this.step);
  }

  /** The present step of all pictures of this machine. */
  get step(): PictureStep {
    return this.#steps[this.#pressure.step] ?? { fps: this.#options.fps, scale: 1, work: 1 };
  }

  /** How many conversations this machine can run with all their pictures, including those that run; undefined before it is known. */
  places(running: number): number | undefined {
    if (this.#coresOfOne === undefined) return undefined;
    const places = countPlaces(this.#cores, this.#coresOfOne);
    // Pictures are late already, so no more conversations fit, whatever they seem to cost.
    return this.#overwhelmed ? Math.min(places, Math.max(1, running)) : places;
  }

  #learnCost(usedCores: number, conversations: number, due: number): void {
    const { fps, idleFps } = this.#options;
    const { step } = this;
    // Conversations that have just come cost more than they will, or have no pictures yet.
    if (conversations === 0 || due < SETTLED_SHARE * conversations * Math.min(step.fps, idleFps)) return;
    // The pictures that were sent, not those that the step allows: a silent avatar sends fewer.
    const work = Math.min(1, due / conversations / fps) * step.scale * step.scale;
    const cost = coresOfOne({ usedCores, conversations, work });
    const known = this.#measured ? this.#coresOfOne : undefined;
    this.#coresOfOne = known === undefined ? cost : known + NEWEST * (cost - known);
    this.#measured = true;
  }
}
