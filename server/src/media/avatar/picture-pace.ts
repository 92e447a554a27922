import type { FrameStats } from './frame-pump.ts';

/** What is decided for the pictures of all conversations. */
export interface PictureOrder {
  /** Conversations of which fewer are wanted keep to that. */
  readonly maxFps: number;
  /** Of width and height; 1 is the size of the plan. */
  readonly scale: number;
}

/** One conversation, as far as its pictures are concerned. */
export interface PictureSource {
  /** Grows as they are sent. */
  readonly stats: Readonly<FrameStats>;
  /** Called when it joins, and at each change. */
  obey(order: PictureOrder): void;
}

/** Pictures of all conversations of the process, since the last time that somebody asked. */
export interface PictureCount {
  due: number;
  /** Not ready in time, or not even asked for. */
  late: number;
}

/** What the conversations of one process have in common: how fast pictures go, and how many of them were late. */
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
