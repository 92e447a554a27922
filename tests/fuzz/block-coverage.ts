import type { Profiler } from 'node:inspector';
import { Session } from 'node:inspector/promises';

/** A function of a file, and which of its characters ran. */
export interface RanFunction {
  key: string;
  ranges: readonly Profiler.CoverageRange[];
}

/**
 * Finds which blocks of some files have run, as V8 counts them. V8 counts code that it compiles from the
 * start on: these files must be loaded later.
 */
export class BlockCoverage {
  /** Pieces of code that were reached together, when they were first reached. */
  blocks = 0;
  readonly #session = new Session();
  /** By function, a byte for each of its characters: whether it ever ran. */
  readonly #reached = new Map<string, Uint8Array>();
  /** Runs of functions that are known already, as texts: to compare texts takes less time than to compare characters. */
  readonly #known = new Set<string>();

  /** Parts of the addresses of the files that count. */
  covers: readonly string[] = [];

  static async start(): Promise<BlockCoverage> {
    const coverage = new BlockCoverage();
    coverage.#session.connect();
    await coverage.#session.post('Profiler.enable');
    await coverage.#session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    return coverage;
  }

  /** Returns functions that ran since the last call in a way in which they have not run before. */
  async take(): Promise<RanFunction[]> {
    const { result } = await this.#session.post('Profiler.takePreciseCoverage');
    const ran: RanFunction[] = [];
    for (const { url, functions } of result) {
      if (!this.covers.some((part) => url.includes(part))) continue;
      for (const { ranges, isBlockCoverage } of functions) {
        const { startOffset, count } = ranges[0]!;
        if (count === 0 && !isBlockCoverage) continue;
        const one = { key: `${url}:${startOffset}`, ranges };
        if (!this.#known.has(textOf(one)) && this.#newPieces(one) > 0) ran.push(one);
        else this.#known.add(textOf(one));
      }
    }
    return ran;
  }

  /** Remembers the characters that were reached. */
  add(ran: readonly RanFunction[]): void {
    for (const one of ran) {
      this.blocks += this.#newPieces(one);
      const characters = charactersOf(one);
      const before = this.#reached.get(one.key);
      this.#reached.set(one.key, before ? before.map((byte, at) => byte | characters[at]!) : characters);
      this.#known.add(textOf(one));
    }
  }

  stop(): void {
    this.#session.disconnect();
  }

  #newPieces(one: RanFunction): number {
    const before = this.#reached.get(one.key);
    let pieces = 0;
    let isInside = false;
    for (const [at, ran] of charactersOf(one).entries()) {
      const isNew = ran === 1 && before?.[at] !== 1;
      if (isNew && !isInside) pieces++;
      isInside = isNew;
    }
    return pieces;
  }
}

function textOf({ key, ranges }: RanFunction): string {
  return `${key} ${ranges.map(({ startOffset, endOffset, count }) => `${startOffset}-${endOffset}${count > 0 ? '+' : ''}`).join()}`;
}

/** Returns a byte for each character. Each range lies within one before it, and says more of its characters. */
function charactersOf({ ranges }: RanFunction): Uint8Array {
  const { startOffset: start, endOffset: end } = ranges[0]!;
  const characters = new Uint8Array(end - start);
  for (const { startOffset, endOffset, count } of ranges)
    characters.fill(count > 0 ? 1 : 0, startOffset - start, endOffset - start);
  return characters;
}
