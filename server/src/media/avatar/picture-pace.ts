import type { FrameStats } from './frame-pump.ts';

/** The rate and size of the pictures of all conversations. */
export interface PictureOrder {
  /** Pictures a second at most; a conversation whose plan wants fewer keeps to its plan. */
  readonly maxFps: number;
  /** Of width and height; 1 is the size of the plan. */
  readonly scale: number;
}

/** The pictures of one conversation. */
export interface PictureSource {
  /** Counters; they grow as pictures are sent. */
  readonly stats: Readonly<FrameStats>;
  /** Called when the conversation joins, and at each change. */
  obey(order: PictureOrder): void;
}

/** Pictures of all conversations of the process since the last reading. */
export interface PictureCount {
  due: number;
  /** Pictures that were not ready in time, or not even asked for. */
  late: number;
}

/** Shared by the conversations of one process: the pace of pictures, and how many of them were late. */
export class PicturePace {
  readonly #sources = new Map<PictureSource, PictureCount>();
  #order: PictureOrder = { maxFps: Number.POSITIVE_INFINITY, scale: 1 };

  join(source: PictureSource): { leave(): void } {
    this.#sources.set(source, countOf(source.stats));
    source.obey(this.#order);
    return { leave: () => void this.#sources.delete(source) };
  }

  set(order: PictureOrder): void {
    this.#order = order;
    for (const source of this.#sources.keys()) source.obey(order);
  }

  takeCount(): PictureCount {
    const sum: PictureCount = { due: 0, late: 0 };
    for (const [source, before] of this.#sources) {
      const now = countOf(source.stats);
      sum.due += now.due - before.due;
      sum.late += now.late - before.late;
      this.#sources.set(source, now);
    }
    return sum;
  }
}

function countOf({ sent, late, skipped }: FrameStats): PictureCount {
  return { due: sent + skipped, late: late + skipped };
}
