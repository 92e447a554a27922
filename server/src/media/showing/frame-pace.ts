import type { FrameStats } from './frame-pump.ts';

/** The rate and size of the frames of all conversations. */
export interface FramePolicy {
  /** Maximum frames per second; a conversation whose plan wants fewer follows its plan. */
  readonly maxFps: number;
  /** Factor of width and height; 1 is the size of the plan. */
  readonly scale: number;
  /** Whether avatars that say nothing send fewer frames. */
  readonly savesInSilence: boolean;
}

export interface FrameSource {
  /** Counters that grow as frames are sent. */
  readonly stats: Readonly<FrameStats>;
  /** Called when the conversation joins, and at each change. */
  apply(policy: FramePolicy): void;
}

/** Frames of all conversations of the process since the last reading. */
export interface FrameCount {
  due: number;
  late: number;
}

/** The rate of frames, and how many were late. Shared by the conversations of a process. */
export class FramePace {
  readonly #sources = new Map<FrameSource, FrameCount>();
  #policy: FramePolicy = { maxFps: Number.POSITIVE_INFINITY, scale: 1, savesInSilence: true };

  join(source: FrameSource): { leave(): void } {
    this.#sources.set(source, countOf(source.stats));
    source.apply(this.#policy);
    return { leave: () => void this.#sources.delete(source) };
  }

  set(policy: FramePolicy): void {
    this.#policy = policy;
    for (const source of this.#sources.keys()) source.apply(policy);
  }

  takeCount(): FrameCount {
    const sum: FrameCount = { due: 0, late: 0 };
    for (const [source, before] of this.#sources) {
      const now = countOf(source.stats);
      sum.due += now.due - before.due;
      sum.late += now.late - before.late;
      this.#sources.set(source, now);
    }
    return sum;
  }
}

function countOf({ sent, late, skipped }: FrameStats): FrameCount {
  return { due: sent + skipped, late: late + skipped };
}
