import type { WorkerReport } from '@visavis/contracts';
import { ProcessorMeter, type Processors } from '../lib/processors.ts';
import { type FrameStep, frameSteps } from '../media/showing/frame-steps.ts';
import { coresFromFrameTime, coresPerConversation, countPlaces } from './conversation-cost.ts';
import { judgePressure, NO_PRESSURE, type Pressure } from './pressure.ts';

/** One worker's report about its last second. */
export type WorkerLoad = Omit<Extract<WorkerReport, { type: 'load' }>, 'type'>;

export interface MachineLoadOptions {
  /** Frame rates of the plans: while somebody speaks, while nobody does, and the minimum under pressure. */
  fps: number;
  idleFps: number;
  minFps: number;
  onStep: (step: FrameStep) => void;
  /** Called if the step, or whether silence saves frames, has changed: informs every worker of the machine. */
  onFramePolicyChanged: () => void;
  /** Read once a second; by default this machine's own. */
  processors?: { read(): Processors };
}

/** If fewer than this share of even the idle frames are sent, the conversations have only just started. */
const SETTLED_SHARE = 0.8;
/** Weight of the last second in the moving average of the cost. */
const LATEST_WEIGHT = 0.3;

/**
 * Shares of the processors. Silent avatars send all their frames if at least `MIN_IDLE_FOR_ALL_FRAMES` would then remain idle,
 * and stop doing so if less than `MIN_IDLE` is idle.
 */
const MIN_IDLE_FOR_ALL_FRAMES = 0.3;
const MIN_IDLE = 0.2;

/** Measures the load of conversations on this machine, sets their frame rate and counts the places. */
export class MachineLoad {
  readonly #options: MachineLoadOptions;
  readonly #steps: ReturnType<typeof frameSteps>;
  readonly #processors: { read(): Processors };
  readonly #latestLoads = new Map<object, WorkerLoad>();
  #pressure: Pressure = NO_PRESSURE;
  #cores: number;
  #coresPerConversation: number | undefined;
  #measured = false;
  #isOverwhelmed = false;
  #savesInSilence = true;

  constructor(options: MachineLoadOptions) {
    this.#options = options;
    this.#steps = frameSteps(options.fps, options.minFps);
    this.#processors = options.processors ?? new ProcessorMeter();
    this.#cores = this.#processors.read().cores;
  }

  /** Uses the CPU time of one frame, as measured by a worker when it started. */
  calibrate(frameMs: number): void {
    if (this.#measured) return;
    this.#coresPerConversation = coresFromFrameTime(frameMs, this.#options.fps);
  }

  report(worker: object, load: WorkerLoad): void {
    this.#latestLoads.set(worker, load);
  }

  removeWorker(worker: object): void {
    this.#latestLoads.delete(worker);
  }

  judge(): void {
    // Without conversations there is nothing to judge.
    if (this.#latestLoads.size === 0 && this.#pressure === NO_PRESSURE) return;
    const loads = [...this.#latestLoads.values()].filter(({ elapsedMs }) => elapsedMs > 0);
    this.#latestLoads.clear();
    const { cores, idleCores } = this.#processors.read();
    this.#cores = cores;
    const usedCores = loads.reduce((sum, load) => sum + load.processorMs / load.elapsedMs, 0);
    const conversations = loads.reduce((sum, load) => sum + load.conversations, 0);
    const due = loads.reduce((sum, load) => sum + load.picturesDue, 0);
    const late = loads.reduce((sum, load) => sum + load.picturesLate, 0);
    this.#updateCost(usedCores, conversations, due);
    const before = this.#pressure;
    this.#pressure = judgePressure(before, { due, late, idleCores, usedCores, conversations }, this.#steps);
    this.#isOverwhelmed = this.#pressure.step === this.#steps.length - 1 && this.#pressure.pressed > 0;
    const saved = this.#savesInSilence;
    this.#savesInSilence = this.#shouldSave({ cores, idleCores, usedCores });
    const isOtherStep = this.#pressure.step !== before.step;
    if (isOtherStep) this.#options.onStep(this.step);
    if (isOtherStep || this.#savesInSilence !== saved) this.#options.onFramePolicyChanged();
  }

  /** Whether silent avatars send fewer frames, because the machine lacks the capacity for all of them. */
  get savesInSilence(): boolean {
    return this.#savesInSilence;
  }

  #shouldSave({ cores, idleCores, usedCores }: Processors & { usedCores: number }): boolean {
    if (this.#pressure.step > 0) return true;
    if (!this.#savesInSilence) return idleCores < MIN_IDLE * cores;
    const { fps, idleFps } = this.#options;
    return idleCores < usedCores * (fps / idleFps - 1) + MIN_IDLE_FOR_ALL_FRAMES * cores;
  }

  get step(): FrameStep {
    return this.#steps[this.#pressure.step] ?? { fps: this.#options.fps, scale: 1, pixelRate: 1 };
  }

  /** Returns how many conversations, including running ones, fit with all their frames; `undefined` if unknown. */
  places(running: number): number | undefined {
    if (this.#coresPerConversation === undefined) return undefined;
    const places = countPlaces(this.#cores, this.#coresPerConversation);
    // Frames are already late, so no more conversations fit, whatever their measured cost.
    return this.#isOverwhelmed ? Math.min(places, Math.max(1, running)) : places;
  }

  #updateCost(usedCores: number, conversations: number, due: number): void {
    const { fps, idleFps } = this.#options;
    const { step } = this;
    // Conversations that have just started cost more than later, or have no frames yet.
    if (conversations === 0 || due < SETTLED_SHARE * conversations * Math.min(step.fps, idleFps)) return;
    // The frames actually sent, not those that the step allows: a silent avatar sends fewer.
    const pixelRate = Math.min(1, due / conversations / fps) * step.scale * step.scale;
    const cost = coresPerConversation({ usedCores, conversations, pixelRate });
    const previous = this.#measured ? this.#coresPerConversation : undefined;
    this.#coresPerConversation = previous === undefined ? cost : previous + LATEST_WEIGHT * (cost - previous);
    this.#measured = true;
  }
}
